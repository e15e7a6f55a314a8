// The programs that run what an argument says, and how each of them takes code. A row reads like this one:
//
//     python pypy > bBdEiIOPqRsSuvVx W: X: c| m%
//
// Python runs its first operand, so a value may only follow a literal one: `python3 /srv/play.py $(x)`. Behind the `>`
// stand its options in the marks of `Usage`: behind `-c` and `-m` stands the program too, so `python3 -m player $(x)` is
// fine and `python3 -m $(x)` is not. An option that is not listed may take the word after it, which is then no operand.
// `ProgramRule` has the kinds of rows, `ProgramName` the names that a row stands for besides its own: `python3.11-dbg`.
//
// A name with a colon is a word behind a program: `gio:launch` holds for `gio launch …`, `python:pdb` for `python3 -m pdb …`.
//
// *Source*: the manual of each program. The list has the common ones and cannot be complete; `docs/threats/programs.md`
// lists what it misses. To add a program add a row, and a line to `Tests/RoutingTests/Loading/CommandCheckTests.swift`
// for each way it takes code.

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
            if let row = rows[name] { return (name, row.rule) }
        }
        return nil
    }

    /// The rule for a word behind a program.
    static func rule(for word: String, behind program: String) -> ProgramRule? { rows[program + ":" + word]?.rule }

    /// A row whose options are not read yet: of some hundred rows a table needs few.
    private enum Row: Sendable {
        case options(Substring.UTF8View, of: @Sendable (Usage) -> ProgramRule)
        case whole(ProgramRule)

        var rule: ProgramRule {
            switch self {
            case .options(let text, let kind): kind(Usage(Substring(text)))
            case .whole(let rule): rule
            }
        }
    }

    private static let rows: [String: Row] = {
        var rows: [String: Row] = [:]
        func add(_ names: Substring.UTF8View, _ row: Row, behind program: String = "") {
            for name in names.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }) {
                rows[program + String(Substring(name))] = row
            }
        }
        for (text, kind) in [
            (interpreters, ProgramRule.interpreter), (tools, ProgramRule.tool), (launchers, ProgramRule.launcher),
        ] {
            for row in text[...].utf8.split(separator: UInt8(ascii: "\n")) {
                let names = row.prefix { $0 != UInt8(ascii: ">") }
                add(names, .options(row[names.endIndex...].dropFirst(), of: kind))
            }
        }
        add(takers[...].utf8, .whole(.everything))
        add(pythonModules[...].utf8, .whole(.everything), behind: "python:")
        add("echo logger notify-send spd-say true false"[...].utf8, .whole(.nothing))
        return rows
    }()

    /// Programs that make a command of their arguments, or that are steered by commands in files, addresses or keys.
    ///
    /// In this order: what runs a command as another user, elsewhere, in a sandbox or a shell (ssh joins its arguments to one
    /// shell line); what runs one watched, limited or later; test runners, package managers, loaders of the library that they
    /// are told, and programs of many names; terminals; editors and pagers, of which an operand can be a command (`+!id`), and
    /// a file can hold some; compilers, linkers and languages; data bases, mail and print, with languages that can start
    /// programs; words behind a program, those of `hg` because the hooks of a repository run when it is read.
    private static let takers = """
        autossh bwrap chroot cmd distrobox docker doas firejail lxc machinectl mosh nsenter pkexec podman rlogin
        rsh run0 runcon runuser setpriv ssh sshpass su sudo systemd-nspawn toolbox unshare capsh

        catchsegv chrt chronic dbus-launch entr eval exec expect faketime find flock gdb hyperfine ld-linux
        ld-musl lldb ltrace numactl parallel perf prlimit rr script setarch ssh-agent start-stop-daemon strace
        taskset torsocks unbuffer uftrace valgrind watch xargs at batch crontab dex fc-cron incrontab logrotate
        run-parts sg

        prove pdb pydoc apt apt-get aptitude openssl ssh-keygen rec sox soxi bunx bundle bundler gem npm npx pip
        pipenv pipx pnpm poetry pnpx rpm dpkg uv uvx yarn conda nix nix-shell busybox coreutils toybox

        alacritty byobu foot footclient gnome-console gnome-terminal kgx kitty konsole lxterminal mate-terminal
        ptyxis qterminal rxvt screen sensible-terminal st terminator terminology tilix tmux urxvt uxterm wezterm
        x-terminal-emulator xfce4-terminal xterm zellij

        dc ed editor emacs emacsclient evim ex gview gvim helix hx joe jed kak less man mcedit micro more most
        nano neovim nvim pager pico red rview rvim sensible-editor sensible-pager vi view vim vimdiff w3m lynx

        as bazel c++ c89 c89-gcc c99 c99-gcc cargo cc ccache clang clang++ cmake cpp g++ gcc gfortran ghc gmake
        go gradle just ld ldd make meson mvn ninja rake rustc tcc r bpython clj clojure erl escript expect ghci
        gnuplot gst iex irb jshell lein m4 maxima octave powershell pwsh raku racket runghc sbcl swift swipl tsx
        ts-node

        duckdb mariadb mongosh mysql psql sqlite sqlite3 exim exim4 mail mailx mutt neomutt sendmail gs
        ghostscript latex lualatex luatex pdflatex pdftex tex xelatex xetex ncat nc netcat nmap socat

        node:debug node:inspect nodejs:debug nodejs:inspect git:archimport git:bisect git:citool git:config
        git:cvsimport git:cvsserver git:daemon git:difftool git:fast-import git:filter-branch git:for-each-repo
        git:gui git:help git:hook git:instaweb git:maintenance git:mergetool git:p4 git:quiltimport
        git:receive-pack git:remote-ext git:send-email git:shell git:submodule git:svn git:upload-archive
        git:upload-pack git:web--browse hg:bisect hg:bundle hg:clone hg:config hg:extdiff hg:histedit
        hg:incoming hg:outgoing hg:pull hg:push hg:serve hg:share systemctl:set-environment
        systemctl:import-environment systemctl:link systemctl:edit gio:launch
        """

    /// What runs, loads or configures what it is given with `python3 -m`: most of the standard library, and what is known
    /// of other packages.
    private static let pythonModules = """
        antigravity ast asyncio cgi cgitb code codeop compileall concurrent cprofile ctypes curses dbm dis
        distutils doctest encodings ensurepip fileinput ftplib http idlelib imaplib importlib inspect ipython
        lib2to3 mailcap modulefinder multiprocessing nntplib pdb pickle pickletools pipes poplib profile pstats
        pty py_compile pyclbr pydoc runpy shelve site smtpd smtplib socketserver sqlite3 subprocess symtable
        sysconfig tabnanny telnetlib test timeit tkinter trace turtledemo unittest venv webbrowser wsgiref
        xmlrpc zipapp black bottle build celery cprofilev coverage cython debugpy django flask gunicorn
        hypercorn ipykernel jupyter kernprof line_profiler mypy nbconvert nose nox notebook nuitka pip pipenv
        pipx poetry py pylint pyinstaller pytest scrapy setuptools sphinx streamlit tox twisted uvicorn
        virtualenv waitress wheel
        """
}
