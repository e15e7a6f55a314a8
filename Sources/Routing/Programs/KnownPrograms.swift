// The programs that run what an argument says, and how each of them takes code. A row reads like this one:
//
//     ("python pypy", .interpreter("bBdEiIOPqRsSuvVx W: X: c| m%")),
//
// Python runs its first operand, so a value may only follow a literal one: `python3 /srv/play.py $(x)`. The string lists
// its options in the marks of `OptionTable`: behind `-c` and `-m` stands the program too, so `python3 -m player $(x)` is fine
// and `python3 -m $(x)` is not. An option that is not listed may take the word after it, which is then no operand.
// `ProgramRule` has the kinds of rows, `ProgramName` the names that a row stands for besides its own: `python3.11-dbg`.
//
// A name with a colon is a word behind a program: `gio:launch` holds for `gio launch …`, `python:pdb` for `python3 -m pdb …`.
//
// *Source*: the manual of each program. The list has the common ones and cannot be complete; SECURITY.md says what that
// leaves. To add a program add a row, and a line to `Tests/RoutingTests/Loading/CommandCheckTests.swift` for each way it takes code.

/// The programs whose ways with code are known.
enum KnownPrograms {
    /// Whether a program, called by another name than its own, is what that name says: then the link to it is judged by its
    /// own name.
    static func isMultiCall(_ program: String, calledAs name: String) -> Bool {
        switch program {
        case "busybox", "toybox", "coreutils", "snap": true
        case "systemctl": ["halt", "init", "poweroff", "reboot", "runlevel", "shutdown", "telinit"].contains(name)
        default: false
        }
    }

    /// A row, by the one of its names that was found.
    typealias Entry = (name: String, rule: ProgramRule)

    /// The row of a program, by its path or its name; nil where there is none.
    static func entry(_ path: String) -> Entry? {
        for name in ProgramName.candidates(of: path) {
            if let rule = rules[name] { return (name, rule) }
        }
        return nil
    }

    /// The rule for a word behind a program.
    static func rule(for word: String, behind program: String) -> ProgramRule? { rules[program + ":" + word] }

    private static let rules: [String: ProgramRule] = {
        var rules: [String: ProgramRule] = [:]
        for row in shells + languages + filters + tools + launchers + takers {
            for name in row.names.split(whereSeparator: \.isWhitespace) { rules[String(name)] = row.rule }
        }
        for name in pythonModules.split(whereSeparator: \.isWhitespace) { rules["python:" + name] = .everything }
        return rules
    }()

    /// Names, with blanks between them, and what holds for all of them.
    typealias Row = (names: String, rule: ProgramRule)

    private static let shells: [Row] = [
        // `-c` makes code of the first operand and the name of the second: `sh -c CODE NAME VALUE`.
        (
            "sh ash bash dash hush ksh lksh mksh pdksh oksh posh rbash rksh rzsh yash zsh",
            .interpreter(
                "abefhijklmnprstuvxBCDEHPT c+ o: O: + --login --posix --restricted --verbose --rcfile: --init-file:")
        ),
        ("csh tcsh bsd-csh", .interpreter("befilmnqstvVxX c*")),
        (
            "fish",
            .interpreter("ilnNPv c* C: d: D: f: o: --login --private --interactive --command* --init-command:")
        ),
        ("elvish es nu osh rc scsh xonsh ysh", .interpreter("c*")),
    ]

    private static let languages: [Row] = [
        ("python pypy pypy-c pypy3-c ipython jython micropython", .interpreter("bBdEiIOPqRsSuvVx W: X: c| m%")),
        // With -n, -p, -a and -F the operands are opened, and one such as `id|` is a command.
        ("perl", .interpreter("<> 0123456789cfglsStTuUvwWX n~ p~ a~ F~ d~ i= m= M= V= x= I: e* E*")),
        ("ruby jruby mruby truffleruby", .interpreter("alnpsSvwy 0= F= i= K= T= W= x= C: I: r: E: e*")),
        (
            "node nodejs",
            .interpreter(
                "-c -i -h -v --check --watch --enable-source-maps -e* -p* -pe* --eval* --print* -r: --require: --import:"
            )
        ),
        ("node:debug node:inspect nodejs:debug nodejs:inspect", .everything),
        (
            "bun deno",
            .interpreter(
                "A q --allow-all --allow-env --allow-net --allow-read --allow-run --allow-write --quiet", operands: 2)
        ),
        ("php", .interpreter("aCehilmnqsvw c: d: z: t: f* r* B: R: E: F:")),
        ("lua texlua", .interpreter("EivW e: l:")),
        ("luajit", .interpreter("iv e: l: O= j: b~")),
        ("tclsh wish jimsh", .interpreter("-encoding:")),
        ("rscript", .interpreter("-e* --verbose --vanilla --default-packages:")),
        ("julia", .interpreter("iqv e* E* L: J: C: p: t:")),
        ("guile", .interpreter("q c| s| l: L: C: x: e:")),
        ("gjs cjs-console", .interpreter("m c* I: --command* --include-path:")),
        (
            "java",
            .interpreter(
                """
                @ X= D= -ea -esa -server -client --enable-preview -jar| -m| --module| -cp: -classpath: --class-path:
                -p: --module-path: --add-modules: --add-opens:
                """)
        ),
        ("groovy kotlin mono scala", .interpreter("")),
        ("electron", .interpreter("r: --require: --no-sandbox --enable-logging --inspect")),
        ("dotnet", .interpreter("", operands: 2)),
        (
            "r bpython clj clojure erl escript expect ghci gnuplot gst iex irb jshell lein m4 maxima octave powershell pwsh raku "
                + "racket "
                + "runghc sbcl swift swipl tsx ts-node",
            .everything
        ),
    ]

    /// What runs, loads or configures what it is given with `python3 -m`: most of the standard library, and what is known
    /// of other packages.
    private static let pythonModules = """
        antigravity ast asyncio cgi cgitb code codeop compileall concurrent cprofile ctypes curses dbm dis distutils
        doctest encodings ensurepip fileinput ftplib http idlelib imaplib importlib inspect ipython lib2to3 mailcap
        modulefinder multiprocessing nntplib pdb pickle pickletools pipes poplib profile pstats pty py_compile pyclbr
        pydoc runpy shelve site smtpd smtplib socketserver sqlite3 subprocess symtable sysconfig tabnanny telnetlib test
        timeit tkinter trace turtledemo unittest venv webbrowser wsgiref xmlrpc zipapp
        black bottle build celery cprofilev coverage cython debugpy django flask gunicorn hypercorn ipykernel jupyter kernprof
        line_profiler mypy nbconvert nose nox notebook nuitka pip pipenv pipx poetry py pylint pyinstaller pytest
        scrapy setuptools sphinx streamlit tox twisted uvicorn virtualenv waitress wheel
        """

    private static let launchers: [Row] = [
        ("env", .launcher("NAME=VALUE 0iv u: C: --ignore-environment --null --unset: --chdir:")),
        ("nice", .launcher("0123456789 n: --adjustment:")),
        ("nohup", .launcher("")),
        ("setsid", .launcher("cfw --ctty --fork --wait")),
        ("stdbuf", .launcher("i: o: e: --input: --output: --error:")),
        ("time", .launcher("pvaq f: o: --portability --verbose --append --quiet --format: --output:")),
        (
            "timeout",
            .launcher("fpv k: s: --foreground --preserve-status --verbose --kill-after: --signal:", after: ["*"])
        ),
        ("ionice", .launcher("t c: n: --ignore --class: --classdata:")),
        (
            "systemd-run",
            .launcher(
                """
                dGqr p: u: --collect --expand-environment= --no-block --property: --quiet --same-dir --scope --slice:
                --unit: --user --wait
                """,
                // The service manager puts variables into the command, and makes words of what `$NAME` holds.
                needing: ["--expand-environment=no", "--scope"])
        ),
        ("systemd-inhibit", .launcher("--mode: --what: --who: --why:")),
        ("systemd-cat", .launcher("p: t: --identifier: --priority:")),
        ("dbus-run-session", .launcher("--config-file: --dbus-daemon:")),
        ("xvfb-run", .launcher("a n: s: --auto-servernum --server-num: --server-args:")),
        ("flatpak snap", .launcher("--arch: --branch: --system --user", after: ["run"])),
        ("gtk-launch wine wine64", .launcher("")),
    ]

    /// Programs that make a command of their arguments, or that are steered by commands in files, addresses or keys.
    private static let takers: [Row] = [
        // They run it as another user, elsewhere, in a sandbox or shell; ssh joins its arguments to one shell line.
        (
            "autossh bwrap chroot cmd distrobox docker doas firejail lxc machinectl mosh nsenter pkexec podman rlogin rsh run0 "
                + "runcon runuser setpriv ssh sshpass su sudo systemd-nspawn toolbox unshare capsh",
            .everything
        ),
        (
            "catchsegv chrt chronic dbus-launch entr eval exec expect faketime find flock gdb hyperfine ld-linux ld-musl lldb "
                + "ltrace numactl parallel perf prlimit rr script setarch ssh-agent start-stop-daemon strace taskset torsocks "
                + "unbuffer uftrace valgrind watch xargs",
            .everything
        ),
        ("at batch crontab dex fc-cron incrontab logrotate run-parts sg", .everything),
        // Test runners, debuggers and readers of modules; package managers; what loads the library it is told.
        ("prove pdb pydoc apt apt-get aptitude openssl ssh-keygen rec sox soxi", .everything),
        ("busybox coreutils toybox", .everything),
        // Terminals.
        (
            "alacritty byobu foot footclient gnome-console gnome-terminal kgx kitty konsole lxterminal mate-terminal ptyxis "
                + "qterminal rxvt screen sensible-terminal st terminator terminology tilix tmux urxvt uxterm wezterm "
                + "x-terminal-emulator xfce4-terminal xterm zellij",
            .everything
        ),
        // Editors and pagers: an operand can be a command (`+!id`), and a file can hold some.
        (
            "dc ed editor emacs emacsclient evim ex gview gvim helix hx joe jed kak less man mcedit micro more most nano neovim "
                + "nvim pager pico red rview rvim sensible-editor sensible-pager vi view vim vimdiff w3m lynx",
            .everything
        ),
        // Compilers, linkers and what drives them.
        (
            "as bazel c++ c89 c89-gcc c99 c99-gcc cargo cc ccache clang clang++ cmake cpp g++ gcc gfortran ghc gmake go gradle just ld ldd "
                + "make meson mvn ninja rake rustc tcc",
            .everything
        ),
        (
            "bunx bundle bundler gem npm npx pip pipenv pipx pnpm poetry pnpx rpm dpkg uv uvx yarn conda nix nix-shell",
            .everything
        ),
        // Languages of data bases, mail and print that can start programs or load files of code.
        (
            "duckdb mariadb mongosh mysql psql sqlite sqlite3 exim exim4 mail mailx mutt neomutt sendmail gs ghostscript "
                + "latex lualatex luatex pdflatex pdftex tex xelatex xetex ncat nc netcat nmap socat",
            .everything
        ),
        ("echo logger notify-send spd-say true false", .nothing),
    ]
}
