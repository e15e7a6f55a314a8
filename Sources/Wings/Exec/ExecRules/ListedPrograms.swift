// The programs that `exec` starts with a value only if its line says `trusted`, because a word of their command line can
// be code:
//
//     sh, python3, awk     run a text of the line, or a file that it names
//     env, timeout, ssh    start the program that the line names
//     vim, less            take a command in an operand, as `+!id`
//     gdbus, sqlite3       parse a word as text of a language, and a quote in a value ends a string there
//
//     exec /usr/bin/python3 /srv/play.py -- $(x)            RT307
//     exec trusted /usr/bin/python3 /srv/play.py -- $(x)    the author of the table answers for it
//
// A name stands for the versions and builds of a program too, as `ProgramName` cuts them: `python` for `python3.11-dbg`.
// `gapplication:action` is a program with its first word. The list is short and cannot be complete: a program whose option
// takes a command, as `tar --to-command=`, is not on it, since the table writes the option. `docs/threats/programs.md` says
// what follows from that.

/// The short list of interpreters, launchers and programs that parse their words.
enum ListedPrograms {
    /// A listed program as the subject of a sentence: "`sh`", or "`/srv/run` leads to `/usr/bin/env`, which"; nil for a
    /// program that is not listed.
    ///
    /// - Parameters:
    ///   - program: the path in the table.
    ///   - firstWord: its first argument.
    ///   - resolve: gives the path that a path leads to through links; nil where that is not known.
    static func subject(_ program: String, firstWord: String?, resolve: (String) -> String?) -> String? {
        if name(of: program, firstWord) != nil { return "`\(ProgramName.file(of: program))`" }
        guard let path = resolve(program), let target = name(of: path, firstWord), !multiCall.contains(target) else {
            return nil
        }
        return "`\(program)` leads to `\(path)`, which"
    }

    /// The name by which the list has a program.
    static func name(of path: String, _ firstWord: String? = nil) -> String? {
        ProgramName.candidates(of: path).first { names.contains($0) || names.contains($0 + ":" + (firstWord ?? "")) }
    }

    /// Programs that are the one by whose name they are called: a link to them is judged by its own name.
    private static let multiCall: Set<String> = ["busybox", "coreutils", "snap", "toybox"]

    private static let names = Set(
        (shells + languages + launchers + terminals + editors + parsers).split(whereSeparator: \.isWhitespace)
            .map(String.init))

    private static let shells = """
        ash bash cmd csh bsd-csh dash elvish es fish hush ksh lksh mksh nu oksh osh pdksh posh powershell pwsh rbash rc
        rksh rzsh scsh sh tcsh xonsh yash ysh zsh

        """

    /// Programs that run a text or a file as a program.
    private static let languages = """
        awk bpython bun bwk cjs-console clj clojure dc deno dotnet electron erl escript expect gawk ghci ghostscript gjs
        gnuplot goawk groovy gs gsed gst guile iex ipython irb java jimsh jruby jshell julia jython kotlin latex lua
        luajit lualatex luatex m4 mawk maxima micropython mono mruby nawk node nodejs octave original-awk pdflatex
        pdftex perl php pypy pypy-c pypy3-c python r racket raku rscript ruby runghc sbcl scala sed swift swipl tclsh tex
        texlua truffleruby ts-node tsx wish xelatex xetex

        """

    /// Programs that start the program, unit, package or file that their words name.
    private static let launchers = """
        at autossh batch bunx busybox bwrap capsh catchsegv chroot chronic chrt coreutils crontab dbus-launch
        dbus-run-session dex distrobox doas docker entr env faketime fc-cron find firejail flatpak flock gdb gio:launch
        gmake gtk-launch hyperfine incrontab ionice ld ld-linux ld-musl lldb logrotate ltrace lxc machinectl make mosh
        nice nohup npx nsenter numactl parallel perf pipx pkexec pnpx podman prlimit rlogin rr rsh run-parts run0 runcon
        runuser script setarch setpriv setsid sg snap ssh ssh-agent sshpass start-stop-daemon stdbuf strace su sudo
        systemd-cat systemd-inhibit systemd-nspawn systemd-run taskset time timeout toolbox torsocks toybox uftrace
        unbuffer unshare uvx valgrind watch wine wine64 xargs xvfb-run

        """

    /// Terminals, which start a command.
    private static let terminals = """
        alacritty byobu foot footclient gnome-console gnome-terminal kgx kitty konsole lxterminal mate-terminal ptyxis
        qterminal rxvt screen sensible-terminal st terminator terminology tilix tmux urxvt uxterm wezterm
        x-terminal-emulator xfce4-terminal xterm zellij

        """

    /// Editors and pagers with commands among their operands.
    private static let editors = """
        ed editor emacs emacsclient evim ex gview gvim kak less more most neovim nvim pager red rview rvim
        sensible-editor sensible-pager vi view vim vimdiff

        """

    /// Programs that parse a word as text of a language: GVariant, SQL, jq, addresses of socat, `|COMMAND` of ImageMagick.
    private static let parsers = """
        animate composite convert dconf display duckdb gapplication:action gdbus gojq gsettings identify jaq jq magick
        mariadb mogrify mongosh montage mysql psql socat sox sqlite sqlite3
        """
}
