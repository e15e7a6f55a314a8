import Conf
import Contract
import Features
import Foundation
import TestSupport
import Testing

@testable import Routing

/// What programs would do with a value of a link, by their command lines.
@Suite struct CommandCheckTests {
    // MARK: Lines

    /// The words of a line; `"…"` is one word.
    private static func words(_ line: String) -> [String] {
        var (words, isQuoted) = ([""], false)
        for character in line {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                words.append("")
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words
    }

    /// The reports of a table that starts the program of the line.
    private static func codes(
        _ line: String, type: String = "string", links: [String: String] = [:]
    ) -> [String] {
        let quoted = words(line).map {
            "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        var environment = LoadEnvironment()
        environment.resolvedProgram = { links[$0] }
        let table =
            "scheme s\nfeature F {\naction a {\ninput x \(type)\nexec \(quoted.joined(separator: " "))\n}\n"
            + "route r /r/$(x:\(type)) do a\n}"
        return Tables.load(table, environment).diagnostics.inOrder.map(\.code.rawValue)
    }

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    // MARK: Interpreters

    @Test(
        arguments: lines(
            """
            /bin/sh $(x)
            /bin/sh -- $(x)
            /bin/sh -e $(x)
            /bin/sh -$(x) /srv/play
            /bin/sh -e$(x) /srv/play
            /bin/sh +x $(x)
            /bin/sh -o $(x) /srv/play
            /bin/bash -o pipefail $(x)
            /bin/bash --rcfile $(x) /srv/play
            /bin/bash --rcfile=$(x) /srv/play
            /bin/bash --an-option-of-tomorrow literal $(x)
            /bin/sh -c play $(x)
            /bin/sh -c $(x) sh
            /bin/bash -c -e $(x) sh
            /bin/sh /srv/$(x)
            /bin/sh $(x) /srv/play
            /usr/bin/fish -c $(x)
            /bin/csh $(x)
            /usr/bin/python3 -m $(x)
            /usr/bin/python3 -m$(x)
            /usr/bin/python3 -Im $(x)
            /usr/bin/python3 -W $(x) play.py
            /usr/bin/python3 -W ignore $(x)
            /usr/bin/python3 -X$(x) play.py
            /usr/bin/python3 -m pdb $(x)
            /usr/bin/python3 -mtimeit $(x)
            /usr/bin/python3 -m idlelib.idle $(x)
            /usr/bin/perl -M$(x) play.pl
            /usr/bin/perl -ne print $(x)
            /usr/bin/perl -lne print $(x)
            /usr/bin/perl -F: -e print $(x)
            /usr/bin/perl -n play.pl $(x)
            /usr/bin/ruby -r $(x) play.rb
            /usr/bin/node -r $(x) play.js
            /usr/bin/node --require=$(x) play.js
            /usr/bin/node -pe $(x)
            /usr/bin/deno run $(x)
            /usr/bin/deno $(x)
            /usr/bin/lua -e x=1 $(x)
            /usr/bin/java -cp lib $(x)
            /usr/bin/java @options $(x)
            /usr/bin/java -Dname=$(x) Main
            /usr/bin/node inspect $(x)
            /bin/sh -c -- $(x)
            /bin/sh -c -- play $(x)
            /usr/bin/perl -e 1 -e $(x)
            /usr/bin/perl -e 1 -M$(x)
            /usr/bin/ruby -e 1 -r $(x)
            /usr/bin/node -e 1 --require $(x)
            /usr/bin/node -e 1 --an-option-of-tomorrow $(x)
            /usr/bin/php -r 1 -d $(x)
            /usr/bin/fish -c true -C $(x)
            /usr/bin/pwsh -c play $(x)
            """))
    func `no value stands in or before the script of an interpreter, nor in an option there`(_ line: String) {
        #expect(Set(Self.codes(line)) == ["RT307"])
    }

    @Test(
        arguments: lines(
            """
            /bin/sh /srv/play $(x)
            /bin/sh -eu /srv/play $(x)
            /bin/sh +x /srv/play $(x)
            /bin/sh -- /srv/play $(x)
            /bin/bash -o pipefail -- /srv/play $(x)
            /bin/bash --norc --posix /srv/play $(x)
            /bin/bash --an-option-of-tomorrow -- /srv/play $(x)
            /bin/sh -c "play $1" sh $(x)
            /bin/bash -euc "play $1" play $(x) $(x)
            /bin/bash -c -x "play $1" play --title=$(x)
            /bin/sh -c "play $1" -- $(x)
            /bin/sh -c -- "play $1" sh $(x)
            /usr/bin/fish -c "play $argv" $(x)
            /usr/bin/python3 /srv/play.py $(x)
            /usr/bin/python3 /srv/play.py --title=$(x)
            /usr/bin/python3 /srv/play.py --title $(x)
            /usr/bin/python3 /srv/play.py -m $(x) -c $(x)
            /usr/bin/python3 -u -W ignore /srv/play.py $(x)
            /usr/bin/python3 -m player $(x)
            /usr/bin/python3 -Im player $(x)
            /usr/bin/python3 -mplayer $(x)
            /usr/bin/python3 -c "import player; player.play()" $(x)
            /usr/bin/perl -w -I lib play.pl $(x)
            /usr/bin/perl -e "print shift" $(x)
            /usr/bin/ruby -rset play.rb $(x)
            /usr/bin/node --no-warnings play.js $(x)
            /usr/bin/node -e "play(process.argv[1])" $(x)
            /usr/bin/deno run --allow-net play.ts $(x)
            /usr/bin/php -d memory_limit=1G play.php $(x)
            /usr/bin/lua -l player play.lua $(x)
            /usr/bin/java -Xmx1g -cp lib -jar play.jar $(x)
            /usr/bin/java -cp lib org.example.Play $(x)
            /usr/bin/java -jar play.jar --title=$(x)
            /usr/bin/perl -e "print shift" -- --title=$(x)
            """))
    func `a value behind the literal script is the script's`(_ line: String) {
        #expect(Self.codes(line).isEmpty)
    }

    // MARK: Programs with some code

    @Test(
        arguments: lines(
            """
            /usr/bin/awk -i $(x) {print}
            /usr/bin/awk -f $(x) file
            /usr/bin/awk --include=$(x) {print}
            /usr/bin/awk --incl=$(x) {print}
            /usr/bin/sed -e $(x) file
            /usr/bin/sed -n -e$(x) file
            /usr/bin/sed --expr=$(x) file
            /usr/bin/sed s/a/$(x)/ file
            /usr/bin/sed -n$(x) s/a/b/ file
            /usr/bin/jq --arg v 1 $(x)
            /usr/bin/tar -xI $(x) -f a.tar
            /usr/bin/tar -x$(x) -f a.tar
            /usr/bin/tar xIf $(x) a.tar
            /usr/bin/tar $(x) a.tar
            /usr/bin/tar --use-compress-prog=$(x) -xf a.tar
            /usr/bin/tar -x --to-command $(x) -f a.tar
            /usr/bin/rsync --rsh=$(x) a b
            /usr/bin/rsync -ave $(x) a b
            /usr/bin/scp -o ProxyCommand=$(x) a b:
            /usr/bin/git -C $(x) status
            /usr/bin/git $(x) --all
            /usr/bin/git clone --upload-pack=$(x) a
            /usr/bin/git clone -u $(x) a
            /usr/bin/git -C /srv/repository submodule foreach $(x)
            /usr/bin/git bisect run $(x)
            /usr/bin/sort --compress-program=$(x) file
            /usr/bin/split --filter=$(x) file
            /usr/bin/mpv --script=$(x) file
            /usr/bin/chromium --gpu-launcher=$(x)
            /usr/bin/systemctl --user start $(x)
            /usr/bin/systemctl $(x)
            /usr/bin/gio launch $(x)
            /usr/bin/python3 -m pickle $(x)
            /usr/bin/python3 -m http.server --directory $(x)
            /usr/bin/python3 -m py.test $(x)
            /usr/bin/python3 -m coverage run $(x)
            /usr/bin/hg bisect --command=$(x)
            /usr/bin/hg log -R $(x)
            /usr/bin/hg log --cwd $(x)
            /usr/bin/hg merge --tool=$(x)
            /usr/bin/hg log --an-option-of-tomorrow=$(x)
            /usr/bin/svn diff --diff-cmd=$(x) /srv/wc
            /usr/bin/svn diff --diff3-cmd $(x) /srv/wc
            /usr/bin/git instaweb --httpd=$(x)
            /usr/bin/git difftool --tool=$(x)
            /usr/bin/git log --an-option-of-tomorrow $(x)
            /usr/bin/git merge -s $(x)
            /usr/bin/mpv --scripts-append=$(x)
            /usr/bin/mpv --ytdl-raw-options-append=exec=$(x)
            /usr/bin/mpv --lavfi-complex=$(x) /srv/a
            /usr/bin/mpv -script $(x)
            /usr/bin/mpv -script=$(x)
            /usr/bin/electron --no-sandbox $(x)
            /usr/bin/electron -r $(x) app
            /usr/bin/chromium --zygote-cmd-prefix=$(x)
            /usr/bin/firefox -app $(x)
            /usr/bin/wget2 --local-plugin=$(x) https://example.org/
            /usr/bin/wget2 --plugin $(x) https://example.org/
            /usr/bin/curl --key $(x) https://example.org/
            /usr/bin/awk -v cmd=cat "END { print 1 | cmd }" $(x) /dev/null
            /usr/bin/awk -v $(x) {print}
            /usr/bin/awk -vc$(x) {print}
            /usr/bin/awk --assign=$(x) {print}
            /usr/bin/awk {print} c$(x)
            /usr/bin/perl -e "while (<>) { print }" $(x)
            /usr/bin/perl "-ewhile (<ARGV>) { print }" /srv/$(x)
            /usr/bin/sox -q $(x) /srv/out.wav
            /usr/bin/convert -resize 10 $(x) /srv/out.png
            /usr/bin/prove -q $(x)
            /usr/bin/pydoc3 -w $(x)
            /usr/bin/sg users -c $(x)
            /usr/bin/openssl rand -engine $(x) 4
            /usr/bin/emacs-pgtk -q $(x)
            /usr/bin/pypy3-c -c $(x)
            /bin/lksh -x $(x)
            /usr/bin/dbus-send --dest=org.example / $(x)
            /usr/bin/gdbus call -e -d org.example -o / -m org.example.Open "['s://$(x)']" {}
            /usr/bin/gdbus emit -e -o / -s org.example.Opened '$(x)'
            /usr/bin/gapplication action org.example Show '$(x)'
            /usr/bin/gsettings set org.example last '$(x)'
            /usr/bin/gsettings --schemadir /srv set org.example last "uint32 $(x)"
            /usr/bin/dconf write /org/example/last '$(x)'
            /usr/bin/env gdbus call -e -d org.example -o / -m org.example.Open '$(x)'
            """))
    func `no value stands in an option or operand that is code`(_ line: String) {
        #expect(Set(Self.codes(line)) == ["RT307"])
    }

    @Test(
        arguments: lines(
            """
            /usr/bin/awk -v v=$(x) {print}
            /usr/bin/awk -F: -f play.awk /srv/$(x)
            /usr/bin/awk -f play.awk title=$(x)
            /usr/bin/awk --assign=v=$(x) {print}
            /usr/bin/git log --oneline --author $(x)
            /usr/bin/git show $(x)
            /usr/bin/hg log --user $(x)
            /usr/bin/svn log --search $(x)
            /usr/bin/mpv --force-media-title=$(x) /srv/show
            /usr/bin/mpv --fs https://example.org/$(x)
            /usr/bin/chromium --new-window https://example.org/$(x)
            /usr/bin/chromium --app=https://example.org/$(x)
            /usr/bin/firefox -new-window https://example.org/$(x)
            /usr/bin/wget2 --user-agent=$(x) https://example.org/
            /usr/bin/electron /srv/app --title=$(x)
            /usr/bin/python3 -m json.tool $(x)
            /usr/bin/perl -e "while (<<>>) { print }" $(x)
            /usr/bin/convert -resize 10 /srv/$(x) /srv/out.png
            /usr/bin/sed -n -e s/a/b/p $(x)
            /usr/bin/sed --posix s/a/b/ $(x)
            /usr/bin/jq -r --arg v $(x) .name
            /usr/bin/jq -n --arg v $(x) --arg w $(x) {$v}
            /usr/bin/tar -cf /srv/out.tar -C $(x) .
            /usr/bin/tar --file -- $(x)
            /usr/bin/rsync -a -- $(x) /srv/copy
            /usr/bin/git -C /srv/repository log --author=$(x)
            /usr/bin/git commit -m $(x)
            /usr/bin/curl --data-urlencode title=$(x) https://example.org/
            /usr/bin/curl -o /srv/out https://example.org/$(x)
            /usr/bin/systemctl --user start podcast@$(x).service
            /usr/bin/gdbus call --session --dest org.example --object-path / --method org.example.Play $(x)
            /usr/bin/gapplication launch org.example s://$(x)
            /usr/bin/gapplication action org.example Show $(x)
            /usr/bin/gsettings get org.example key-$(x)
            /usr/bin/dconf read /org/example/$(x)
            /usr/bin/busctl --user call org.example / org.example.Player Play s $(x)
            /usr/bin/dbus-send --dest=org.example / org.example.Play string:$(x)
            /usr/bin/gio open https://example.org/$(x)
            /usr/bin/echo $(x)
            """))
    func `a value in an option or operand that is data is fine`(_ line: String) {
        #expect(Self.codes(line).isEmpty)
    }

    @Test(arguments: [
        ("string", false), ("text(1..9)", false), ("uint", true), ("int(-9..9)", true), ("slug", true), ("hex", true),
        ("uuid", true), ("date", true), ("bool", true), ("digits(6)", true), ("base62(22)", true), ("a|b", true),
    ])
    func `a value stands inside a text of GVariant only if its type has no quotes`(_ type: String, _ isFine: Bool) {
        for line in ["/usr/bin/gapplication action a b \"uint64 $(x)\"", "/usr/bin/dconf write /a '$(x)'"] {
            #expect(Self.codes(line, type: type) == (isFine ? [] : ["RT307"]), "\(line)")
        }
    }

    // MARK: Where options end

    @Test(
        arguments: [
            // The `--` of the program that gets the value, and no other.
            ("/bin/p -- $(x)", true), ("/bin/p -q -- $(x)", true), ("/bin/p $(x) --", false),
            ("/usr/bin/env -- /bin/p $(x)", false), ("/usr/bin/env -- /bin/p -- $(x)", true),
            ("/usr/bin/nice -n 5 -- timeout -- 5 /bin/p $(x)", false),
            ("/bin/sh -- /srv/play $(x)", false), ("/bin/sh -- /srv/play -- $(x)", true),
            ("/bin/sh -c \"play $1\" -- $(x)", false), ("/bin/sh -c \"play $1\" sh -- $(x)", true),
            ("/usr/bin/perl -- /srv/play.pl $(x)", false), ("/usr/bin/perl -e 1 -- $(x)", false),
            ("/usr/bin/perl -e 1 -- -- $(x)", true), ("/usr/bin/node -- play.js $(x)", false),
            ("/usr/bin/php -f play.php -- $(x)", false), ("/usr/bin/php play.php -- $(x)", true),
            ("/usr/bin/python3 -- play.py $(x)", false), ("/usr/bin/python3 -m player -- $(x)", true),
            ("/usr/bin/java -jar play.jar -- $(x)", true),
            ("/usr/bin/git commit -m -- $(x)", false), ("/usr/bin/curl -sA -- $(x)", false),
            ("/usr/bin/tar --file -- $(x)", false), ("/usr/bin/git log -- $(x)", true),
        ])
    func `a value may begin with a dash only behind the dashes of its own program`(
        _ line: String, _ mayBegin: Bool
    ) throws {
        let words = Self.words(line)
        let arguments = try words.dropFirst().map { word in try TextTemplate(word) }
        let check = CommandCheck(words[0], arguments) { _ in nil }
        let program = ProgramTemplate(program: words[0], arguments: arguments, optionsEnd: check.optionsEnd)
        #expect((program.inputActingAsOption([.init("x", .string("-v"))]) == nil) == mayBegin)
    }

    @Test(
        arguments: lines(
            """
            /usr/bin/env -- /bin/p --pa$(x)
            /usr/bin/nice -n 5 -- /bin/p --pa$(x)
            /usr/bin/timeout -- 5 /bin/p --pa$(x)
            /usr/bin/python3 -- /srv/play.py --pa$(x)
            /bin/sh -c "play $@" -- --pa$(x)
            /usr/bin/git commit -m -- --pa$(x)
            """))
    func `dashes of another program end no options`(_ line: String) {
        #expect(Set(Self.codes(line)) == ["RT307"])
    }

    @Test(
        arguments: [
            ("/bin/p -v$(x)", "RT307"), ("/bin/p -q -v$(x)", "RT307"), ("/bin/ls -l$(x)", "RT307"),
            ("/usr/bin/logger -s$(x)", "RT307"), ("/bin/sh /srv/play -v$(x)", "RT307"),
            ("/usr/bin/nice -n 5 /bin/p -v$(x)", "RT307"), ("/usr/bin/env -- /bin/p -v$(x)", "RT307"),
            ("/usr/bin/sort -r$(x) file", "RT307"),
            ("/bin/p -v $(x)", nil), ("/bin/p -- -v$(x)", nil), ("/bin/p -title=$(x)", nil),
            ("/usr/bin/sort -k$(x) file", nil), ("/usr/bin/curl -sA$(x) https://example.org/", nil),
        ] as [(String, String?)])
    func `a value behind the letter of an option is its value only where a rule says so`(
        _ line: String, _ code: String?
    ) {
        #expect(Self.codes(line) == (code.map { [$0] } ?? []))
    }

    // MARK: Launchers

    @Test(
        arguments: lines(
            """
            /usr/bin/env $(x)
            /usr/bin/env -i $(x)
            /usr/bin/env -S $(x)
            /usr/bin/env -S "sh -c" $(x)
            /usr/bin/env A=$(x) /bin/p
            /usr/bin/env - sh -c $(x)
            /usr/bin/env A=1 sh -c $(x)
            /usr/bin/nice -n 5 $(x)
            /usr/bin/nice --weight 5 sh -c $(x)
            /usr/bin/timeout $(x) /bin/p
            /usr/bin/timeout 5 $(x)
            /usr/bin/timeout -k 1 5 python3 -m $(x)
            /usr/bin/timeout 5 env nice nohup setsid time sh $(x)
            /usr/bin/systemd-run --user $(x)
            /usr/bin/systemd-run --user --collect /usr/bin/podcasts -- $(x)
            /usr/bin/systemd-run --user --unit --scope /usr/bin/podcasts -- $(x)
            /usr/bin/systemd-run --user --expand-environment=yes /usr/bin/podcasts -- $(x)
            /usr/bin/systemd-run --user --expand-environment=no $(x)
            /usr/bin/systemd-run --user --shell $(x)
            /usr/bin/flatpak run $(x)
            /usr/bin/flatpak run --command=sh org.example.App -c $(x)
            /usr/bin/flatpak enter 1 sh -c $(x)
            /usr/bin/wine $(x)
            /usr/bin/wine cmd /c $(x)
            /usr/bin/sudo -u app /bin/p --title=$(x)
            /usr/bin/ssh host play $(x)
            /usr/bin/xargs play $(x)
            /usr/bin/find /srv -name $(x)
            /usr/bin/busybox echo $(x)
            """))
    func `a launcher gets no value before the program it starts, and that program's rule holds`(_ line: String) {
        #expect(Set(Self.codes(line)) == ["RT307"])
    }

    @Test(
        arguments: lines(
            """
            /usr/bin/env A=1 /usr/bin/podcasts --play=$(x)
            /usr/bin/nice -n 5 /usr/bin/python3 /srv/play.py $(x)
            /usr/bin/wine podcasts.exe --play=$(x)
            /usr/bin/timeout -k 1 5 /usr/bin/podcasts play $(x)
            /usr/bin/timeout -- 5 /bin/p -- $(x)
            /usr/bin/timeout -- 5 /bin/p --title $(x)
            /usr/bin/systemd-run --user --expand-environment=no --unit=play /usr/bin/podcasts play $(x)
            /usr/bin/systemd-run --user --scope /usr/bin/podcasts play $(x)
            /usr/bin/flatpak run org.example.Podcasts --play=$(x)
            """))
    func `a value behind a literal program that is started is that program's`(_ line: String) {
        #expect(Self.codes(line).isEmpty)
    }

    @Test func `programs that start each other without end are refused, not followed`() {
        let chain = Array(repeating: "nice", count: 4000).joined(separator: " ")
        #expect(Self.codes("/usr/bin/nice \(chain) /bin/p --title=$(x)") == ["RT307"])
    }

    // MARK: Unknown programs

    @Test(
        arguments: [
            ("/usr/bin/podcasts $(x)", "RT313"), ("/usr/bin/podcasts $(x)/next", "RT313"),
            ("/usr/bin/xdg-open $(x)", "RT313"), ("/usr/bin/nice /usr/bin/podcasts $(x)", "RT313"),
            ("/usr/bin/curl $(x)", "RT313"), ("/usr/bin/mpv $(x)", "RT313"),
            ("/usr/bin/podcasts play $(x)", nil), ("/usr/bin/podcasts -- $(x)", nil),
            ("/usr/bin/podcasts --play=$(x)", nil), ("/usr/bin/xdg-open https://example.org/$(x)", nil),
        ] as [(String, String?)])
    func `a value as the first argument of an unknown program is a warning`(_ line: String, _ code: String?) {
        #expect(Self.codes(line) == (code.map { [$0] } ?? []))
    }

    @Test(arguments: [
        ("int", true), ("uint", true), ("uuid", true), ("date", true), ("bool", true), ("rock|jazz", true),
        ("string", false), ("slug", false), ("hex", false),
    ])
    func `a number or a listed value is no program's name and warns of nothing`(_ type: String, _ isFine: Bool) {
        let table =
            "scheme s\nfeature F {\naction a {\ninput x \(type)\nexec /bin/p $(x)\n}\nroute r /r/$(x:\(type)) do a\n}"
        #expect(Tables.codes(table) == (isFine ? [] : ["RT313"]))
    }

    // MARK: Names

    @Test(
        arguments: [
            ("/usr/bin/python3.11", "python"), ("/usr/bin/x86_64-linux-gnu-python3.11-dbg", "python"),
            ("/opt/bin/python3.13t", "python"), ("/nix/store/bin/.python3-wrapped", "python"),
            ("/usr/bin/perl5.36-x86_64-linux-gnu", "perl"), ("/usr/bin/perl5.36.0", "perl"), ("/bin/bash5.2", "bash"),
            ("/usr/bin/bash-static", "bash"), ("/usr/bin/lua5.4", "lua"), ("/usr/bin/luajit-2.1.0-beta3", "luajit"),
            ("/usr/bin/vim.basic", "vim"), ("/usr/bin/vim.gtk3", "vim"), ("/usr/bin/emacs-nox", "emacs"),
            ("/usr/bin/php8.2-cgi", "php"), ("/usr/bin/g++-12", "g++"), ("/usr/bin/x86_64-linux-gnu-gcc-12", "gcc"),
            ("/usr/bin/aarch64-linux-gnu-g++-12", "g++"), ("/lib64/ld-linux-x86-64.so.2", "ld-linux"),
            ("/lib/ld-linux-aarch64.so.1", "ld-linux"), ("/lib/ld-musl-x86_64.so.1", "ld-musl"), ("/lib/ld.so", "ld"),
            ("/usr/bin/tclsh8.6", "tclsh"), ("/usr/bin/guile-3.0", "guile"), ("/usr/bin/nc.openbsd", "nc"),
            ("/usr/bin/original-awk", "original-awk"), ("/usr/bin/sqlite3", "sqlite3"), ("/usr/bin/run0", "run0"),
            ("/usr/bin/Xvfb-run", "xvfb-run"), ("/usr/bin/ksh93", "ksh"),
        ])
    func `versions, variants and architectures of a program are the program`(_ path: String, _ name: String) {
        #expect(KnownPrograms.entry(path)?.name == name)
    }

    @Test(arguments: [
        "/usr/bin/time-tracker", "/usr/bin/screen-recorder", "/usr/bin/podcast-time", "/srv/bin/time.py", "/srv/env.sh",
        "/usr/bin/python3.11-config", "/usr/bin/node-sass", "/usr/bin/watch-later", "/usr/bin/gnome-calls", "/bin/p",
        "/opt/node.AppImage", "/", "/...", "/usr/bin/-", "/usr/bin/3",
    ])
    func `a program whose name only begins like another's is unknown`(_ path: String) {
        #expect(KnownPrograms.entry(path) == nil)
    }

    @Test func `a link is judged by its own name and by the one it leads to`() {
        let links = [
            "/srv/link-to-env": "/usr/bin/env", "/usr/bin/editor": "/usr/bin/vim.basic",
            "/srv/run": "/usr/bin/podcasts",
            "/usr/bin/awk": "/usr/bin/busybox", "/srv/py": "/usr/bin/python3.11", "/bin/sh": "/usr/bin/dash",
            "/srv/tell": "/usr/bin/echo", "/srv/ctl": "/usr/bin/systemctl", "/sbin/reboot": "/usr/bin/systemctl",
        ]
        func codes(_ line: String) -> [String] { Self.codes(line, links: links) }
        #expect(codes("/srv/link-to-env $(x)") == ["RT307"])
        #expect(codes("/srv/link-to-env /usr/bin/podcasts --play=$(x)").isEmpty)
        #expect(codes("/srv/py -m $(x)") == ["RT307"])
        #expect(codes("/srv/py /srv/play.py $(x)").isEmpty)
        #expect(codes("/usr/bin/nice /srv/py -m $(x)") == ["RT307"])
        #expect(codes("/usr/bin/editor -- $(x)") == ["RT307"])
        #expect(codes("/bin/sh /srv/play $(x)").isEmpty)
        #expect(codes("/srv/run play $(x)").isEmpty)
        #expect(codes("/srv/tell $(x)").isEmpty)
        // A link makes another program of systemctl only under a few names.
        #expect(codes("/srv/ctl --user set-environment A=$(x)") == ["RT307"])
        #expect(codes("/srv/ctl --user start $(x)") == ["RT307"])
        #expect(codes("/sbin/reboot --message $(x)").isEmpty)
        // Called so, busybox is awk and takes what awk takes.
        #expect(codes("/usr/bin/awk -v v=$(x) {print}").isEmpty)
        #expect(codes("/usr/bin/awk $(x)") == ["RT307"])
    }

    // MARK: The lines of an attack

    private static let file = "programs/exec-lines.txt"

    /// The lines that are accepted, because the program only reads or fetches what the value names.
    private static let unchecked = ["git clone $(x)", "sed s/a/b/ $(x)"]

    @Test(.enabled(if: SharedData.has(file, for: "every line that was tried is refused, warned of, or named")))
    func `every line that was tried is refused, warned of, or named as one that is not checked`() throws {
        let path = try #require(SharedData.folder).appending(path: Self.file)
        let lines = Self.lines(try String(contentsOf: path, encoding: .utf8))
        #expect(lines.count > 90)
        let page = String(decoding: try Tables.packageFile("docs/threats/programs.md"), as: UTF8.self)
        var accepted: [String] = []
        for line in lines where !Self.codes(line).contains(where: { ["RT307", "RT313"].contains($0) }) {
            accepted.append(line.replacing("/usr/bin/", with: ""))
        }
        #expect(accepted.sorted() == Self.unchecked)
        for line in Self.unchecked { #expect(page.contains("`\(line)`"), "the page does not name \(line)") }
    }
}
