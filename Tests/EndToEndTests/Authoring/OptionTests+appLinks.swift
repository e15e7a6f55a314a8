extension OptionTests {
    /// With files of the shell's own.
    private static func files(_ line: String) -> String {
        let apple =
            #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a","ABCDE12345.b"],"components":[{"/":"/*/y?"}]}]}}"#
        let links =
            #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","#
            + #""package_name":"a.b","sha256_cert_fingerprints":["AB"]}}]"#
        let data =
            #"<action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.BROWSABLE"/>"#
        let manifest =
            "<manifest><activity><intent-filter>\(data)<data android:scheme=\"@string/s\"/></intent-filter><intent-filter>\(data)"
            + "<data android:scheme=\"radio\"/></intent-filter></activity></manifest>"
        return "f=\"$PWD/links-$$\"; mkdir -p $f/r/etc/deeplinkd $f/r/usr/lib/deeplinkd/user/routes.conf.d; "
            + "printf '%s' '\(apple)' >$f/apple; printf '%s' '\(links)' >$f/assetlinks.json; "
            + "printf '%s' '\(manifest)' >$f/AndroidManifest.xml; cp other.conf $f/r/etc/deeplinkd/routes.conf; "
            + "printf 'package mine\\nhost u.example\\nfeature U {\\n action a { respond }\\n route u /y do a\\n}\\n' "
            + ">$f/r/usr/lib/deeplinkd/user/routes.conf.d/m.conf; "
            + line
    }

    private static let app = "--app ABCDE12345.a"
    private static let prints = "--fingerprint " + Array(repeating: "AB", count: 32).joined(separator: ":")

    static let appLinkRows: [Row] = importRows + exportRows + verifyRows

    private static let importRows: [Row] = [
        (
            "import", "--from", files("deeplinkctl import «--from apple» --host h.example $f/apple"),
            .prints("host h.example")
        ),
        (
            "import", "--host", files("deeplinkctl import --from apple «--host h.example» $f/apple"),
            .prints("host h.example")
        ),
        (
            "import", "--scheme", files("deeplinkctl import --from apple «--scheme play» $f/apple"),
            .prints("scheme play")
        ),
        (
            "import", "--app", files("deeplinkctl import --from apple --host h «--app ABCDE12345.b» $f/apple"),
            .prints("of ABCDE12345.b")
        ),
        (
            "import", "--value", files("deeplinkctl import «--value s=play» $f/AndroidManifest.xml"),
            .prints("scheme play radio")
        ),
        (
            "import", "--depth", files("deeplinkctl import --from apple --host h «--depth 2» $f/apple"),
            .prints("for 2 segments at most")
        ),
        ("import", "--strict", files("deeplinkctl import --from apple --host h «--strict» $f/apple"), .exits(1)),
        (
            "import", "--format", files("deeplinkctl import --from apple --host h «--format json» $f/apple"),
            .prints(#"{"effect":"#)
        ),
    ]

    private static let exportRows: [Row] = [
        ("export", "--file", files("deeplinkctl export apple «-f other.conf» \(app)"), .prints(#""/": "/y""#)),
        (
            "export", "--root", files("deeplinkctl export apple «--root $f/r» --host h.example \(app)"),
            .prints(#""/": "/y""#)
        ),
        (
            "export", "--instance",
            files("deeplinkctl export apple --root $f/r «--instance user» --host u.example \(app)"),
            .prints(#""/": "/y""#)
        ),
        ("export", "--app", files("deeplinkctl export apple -f other.conf «\(app)»"), .prints("ABCDE12345.a")),
        (
            "export", "--fingerprint", files("deeplinkctl export assetlinks -f other.conf --app a.b «\(prints)»"),
            .prints("dynamic_app_link_components")
        ),
        (
            "export", "--host",
            files(
                "printf '\\nhost i.example\\n' | cat other.conf - >$f/two.conf; deeplinkctl export apple -f $f/two.conf \(app) «--host h.example»"
            ),
            .prints(#""/": "/y""#)
        ),
        ("export", "--strict", files("deeplinkctl export apple -f other.conf \(app) «--strict»"), .exits(1)),
        (
            "export", "--format", files("deeplinkctl export apple -f other.conf \(app) «--format json»"),
            .prints(#"{"effect":"#)
        ),
    ]

    private static let verifyRows: [Row] = [
        (
            "verify-host", "--file", files("deeplinkctl verify-host h.example $f/apple \(app) «-f other.conf»"),
            .prints("0 of 3 are taken")
        ),
        (
            "verify-host", "--root", files("deeplinkctl verify-host h.example $f/apple \(app) «--root $f/r»"),
            .prints("0 of 3 are taken")
        ),
        (
            "verify-host", "--instance",
            files("deeplinkctl verify-host u.example $f/apple \(app) --root $f/r «--instance user»"),
            .prints("0 of 1 are taken")
        ),
        (
            "verify-host", "--app", files("deeplinkctl verify-host h.example $f/apple «\(app)»"),
            .prints("the file names ABCDE12345.a")
        ),
        (
            "verify-host", "--fingerprint",
            files("deeplinkctl verify-host h.example $f/assetlinks.json --app a.b «--fingerprint CD»"), .exits(1)
        ),
        (
            "verify-host", "--strict",
            files("deeplinkctl verify-host h.example $f/apple \(app) -f other.conf «--strict»"), .exits(1)
        ),
        (
            "verify-host", "--format", files("deeplinkctl verify-host h.example $f/apple \(app) «--format json»"),
            .prints(#"{"host":"#)
        ),
        (
            "verify-host", "--color", files("deeplinkctl verify-host h.example $f/apple \(app) «--color always»"),
            .prints("\u{1B}[")
        ),
    ]
}
