extension OptionTests {
    /// With a home of the shell's own, since the options are about files of the user.
    private static func home(_ line: String) -> String { "HOME=$PWD/home-$$; export HOME; " + line }

    private static let installed = "deeplinkctl desktop install -f other.conf >/dev/null; "

    static let desktopRows: [Row] = [
        (
            "desktop install", "--file", home("deeplinkctl desktop install --dry-run «-f other.conf»"),
            .prints("x-scheme-handler/other")
        ),
        (
            "desktop install", "--root", home("deeplinkctl desktop install --dry-run «--root root»"),
            .prints("x-scheme-handler/other")
        ),
        (
            "desktop install", "--instance",
            home("deeplinkctl desktop install --dry-run --root root «--instance user»"),
            .prints("x-scheme-handler/mine")
        ),
        (
            "desktop status", "--instance", home("deeplinkctl desktop status --root root «--instance user»"),
            .prints("mine        has to be mended")
        ),
        (
            "desktop policies", "--instance",
            "deeplinkctl desktop policies --root root «--instance user» --browser firefox --origin https://a.example",
            .prints(#""protocol": "mine""#)
        ),
        (
            "desktop install", "--format", home("deeplinkctl desktop install -f other.conf «--format json»"),
            .prints(#"{"path":"#)
        ),
        (
            "desktop install", "--color", home("deeplinkctl desktop install -f other.conf «--color always»"),
            .prints("\u{1B}[")
        ),
        (
            "desktop install", "--scheme", home("deeplinkctl desktop install -f two.conf --dry-run «--scheme one»"),
            .omits("x-scheme-handler/two")
        ),
        (
            "desktop install", "--destdir",
            home("deeplinkctl desktop install -f other.conf --dry-run «--destdir d»"),
            .prints("d/usr/share/applications/io.deeplinkd.Links.desktop")
        ),
        (
            "desktop install", "--web",
            home(
                "printf '\\nunmatched {\\n schemes https\\n exec /usr/bin/true $(url)\\n}\\n' | cat other.conf - >web$$; "
                    + "deeplinkctl desktop install -f web$$ --dry-run «--web»"),
            .prints("x-scheme-handler/https=io.deeplinkd.Web.desktop;")
        ),
        (
            "desktop install", "--dry-run", home("deeplinkctl desktop install -f other.conf «--dry-run»"),
            .prints("would be created")
        ),
        (
            "desktop remove", "--dry-run", home(installed + "deeplinkctl desktop remove «--dry-run»"),
            .prints("would be removed")
        ),
        (
            "desktop remove", "--format", home(installed + "deeplinkctl desktop remove «--format json»"),
            .prints(#"{"path":"#)
        ),
        (
            "desktop remove", "--color", home(installed + "deeplinkctl desktop remove «--color always»"),
            .prints("\u{1B}[")
        ),
        (
            "desktop status", "--file", home("deeplinkctl desktop status «-f other.conf»"),
            .prints("other       has to be mended")
        ),
        (
            "desktop status", "--root", home("deeplinkctl desktop status «--root root»"),
            .prints("other       has to be mended")
        ),
        (
            "desktop status", "--format", home("deeplinkctl desktop status -f other.conf «--format json»"),
            .prints(#"{"scheme":"other""#)
        ),
        (
            "desktop status", "--color", home("deeplinkctl desktop status -f other.conf «--color always»"),
            .prints("\u{1B}[")
        ),
        (
            "desktop policies", "--file",
            "deeplinkctl desktop policies «-f other.conf» --browser firefox --origin https://a.example",
            .prints(#""protocol": "other""#)
        ),
        (
            "desktop policies", "--root",
            "deeplinkctl desktop policies «--root root» --browser firefox --origin https://a.example",
            .prints(#""protocol": "other""#)
        ),
        (
            "desktop policies", "--browser",
            "deeplinkctl desktop policies -f other.conf «--browser firefox» --origin https://a.example",
            .prints("Handlers")
        ),
        (
            "desktop policies", "--origin",
            "deeplinkctl desktop policies -f other.conf --browser firefox «--origin https://a.example»",
            .prints("https://a.example")
        ),
        (
            "desktop policies", "--scheme",
            "deeplinkctl desktop policies -f two.conf --browser chromium --origin https://a.example «--scheme one»",
            .omits(#""two""#)
        ),
    ]
}
