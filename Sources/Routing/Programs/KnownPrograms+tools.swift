// The rows of programs with some code among their options and operands: values stand elsewhere on their lines. Where most
// options of a program could take code, its row has a `?`, and lists those that take data.

extension KnownPrograms {
    static let filters: [Row] = [
        (
            "awk bwk gawk goawk mawk nawk original-awk",
            .tool(
                """
                NAME=VALUE bcCghIkMnNOPrsStV f* E* e* F: v& i! l! W! d= D= L= o= p= --file* --exec* --source* --include! --load!
                --assign& --field-separator: --csv --posix --sandbox --traditional
                """,
                operands: 1)
        ),
        (
            "gsed sed",
            .tool(
                """
                nrEszbu i= l: e* f* --debug --posix --quiet --sandbox --separate --silent --null-data
                --regexp-extended --in-place --line-length: --expression* --file*
                """,
                operands: 1)
        ),
        (
            "gojq jaq jq",
            .tool(
                """
                acCeijMnrRsS f* L! --arg:: --argjson:: --slurpfile:: --rawfile:: --args --jsonargs --indent: --tab
                --compact-output --exit-status --null-input --raw-input --raw-output --slurp --sort-keys --from-file*
                """,
                operands: 1)
        ),
    ]

    /// Programs with options that run, load or configure what they are given.
    static let tools: [Row] = [
        (
            "bsdtar gtar star tar",
            .tool(
                """
                [-] acdhjklmnoprStuvwxzABGJMOPRSUWZ b: C: f: g: H: K: L: N: V: X: F! I! T! --to-command!
                --checkpoint-action! --files-from! --info-script! --new-volume-script! --rmt-command!
                --rsh-command! --use-compress-program!
                """)
        ),
        ("cpio", .tool("F: E! --rsh-command! --pattern-file!")),
        ("zip", .tool("-TT! --unzip-command!")),
        (
            "rsync",
            .tool(
                "abcdghilmnopqrtuvxzACDHKLNOPRSUWX B: f: T: e! M! --rsh! --rsync-path! --remote-option! --config!")
        ),
        ("scp sftp", .tool("346ABCpqrRTvO i: c: l: P: X: D! F! J! o! S! b! s!")),
        (
            "git",
            .tool(
                """
                ? afipPqvDR b: m: n: G: L: S: c! C! u! x! O! --abbrev= --after: --all --amend --author: --bare --before:
                --branch: --cached --date: --decorate= --depth: --ff-only --first-parent --follow --force --format:
                --graph --grep: --hard --max-count: --message: --name-only --name-status --numstat --oneline --origin:
                --patch --porcelain= --pretty= --prune --quiet --reverse --shallow-since: --short= --since: --skip:
                --soft --single-branch --staged --stat= --tags --track --until: --verbose --config! --config-env!
                --exec! --exec-path! --extcmd! --git-dir! --open-files-in-pager! --receive-pack! --separate-git-dir!
                --template! --upload-pack! --work-tree!
                """,
                operands: 1)
        ),
        (
            """
            git:archimport git:bisect git:citool git:config git:cvsimport git:cvsserver git:daemon git:difftool
            git:fast-import git:filter-branch git:for-each-repo git:gui git:help git:hook git:instaweb git:maintenance
            git:mergetool git:p4 git:quiltimport git:receive-pack git:remote-ext git:send-email git:shell git:submodule
            git:svn git:upload-archive git:upload-pack git:web--browse
            """,
            .everything
        ),
        (
            "hg",
            .tool(
                """
                ? ABfGinpPqvy b: d: k: l: m: r: u: --branch: --date: --graph --keyword: --limit: --message:
                --noninteractive --patch --quiet --rev: --stat --user: --verbose --command! --config! --config-file!
                --cwd! --remotecmd! --repository! --ssh! --tool!
                """,
                operands: 1)
        ),
        // Hooks of a repository run when it is read.
        (
            "hg:bisect hg:bundle hg:clone hg:config hg:extdiff hg:histedit hg:incoming hg:outgoing hg:pull hg:push hg:serve hg:share",
            .everything
        ),
        (
            "svn",
            .tool(
                """
                ? Nqv c: l: m: r: --changelist: --depth: --force --limit: --message: --non-interactive --password: --quiet
                --revision: --search: --username: --verbose --xml --config-dir! --config-option! --diff-cmd!
                --diff3-cmd! --editor-cmd!
                """,
                operands: 1)
        ),
        (
            "curl",
            .tool(
                """
                0123456fgGijIkJlLnNOpqRsSvVZ# A: b: c: C: d: D: e: F: h: H: m: o: P: Q: r: t: T: u: U: w: x: X: y: Y:
                z: E! K! --config! --engine! --cert! --key! --proxy-cert! --proxy-key!
                """)
        ),
        (
            "wget wget2",
            .tool(
                """
                ? bcdFhkKmNpqrvVxE O: o: P: t: T: U: e! i! --continue --directory-prefix: --header: --method:
                --output-document: --password: --post-data: --quiet --referer: --timeout: --tries: --user: --user-agent:
                --config! --execute! --input-file! --local-plugin! --plugin! --use-askpass!
                """)
        ),
        ("sort", .tool("bcCdfghimMnrRsuVz k: o: S: t: T: --compress-program!")),
        ("split", .tool("deuxz a: b: C: l: n: t: --filter!")),
        ("tcpdump", .tool("z!")),
        (
            "mpv",
            .tool(
                """
                ? --aid: --end: --force-media-title: --force-window= --fs --fullscreen --geometry: --idle= --keep-open=
                --length: --loop= --loop-file= --mute= --ontop --pause --quiet --really-quiet --referrer: --shuffle
                --sid: --speed: --start: --terminal= --title: --user-agent: --vid: --volume:
                """)
        ),
        (
            "brave-browser chrome chromium chromium-browser google-chrome microsoft-edge vivaldi",
            .tool(
                """
                ? --app= --class= --headless= --incognito --kiosk --lang= --new-window --start-fullscreen
                --start-maximized --window-name= --window-position= --window-size=
                """)
        ),
        (
            "firefox librewolf thunderbird",
            .tool(
                """
                ? -P! -app! --app! -profile! --profile! -compose: --compose: -headless --headless -kiosk --kiosk
                -mail --mail -new-instance --new-instance -new-tab: --new-tab: -new-window: --new-window: -no-remote
                -private-window: --private-window: -search: --search: -url: --url:
                """)
        ),
        // An operand `|COMMAND` is run, and so are some prefixes of ImageMagick's.
        ("composite convert identify magick mogrify montage play", .tool("", prefixed: true)),
        ("busctl", .tool("--user --system --address! -H! --host! -M! --machine!", operands: 6)),
        ("dbus-send", .tool("--session --system --address! --bus! --peer!", operands: 2)),
        ("gdbus", .tool("eys a! d! o! m* --session --system --address! --dest! --object-path! --method*", operands: 2)),
        (
            "systemctl",
            .tool(
                "aflqr --user --system --now --quiet n: o: p: s: t: H! M! --root! --host! --machine!", operands: 1,
                prefixed: true)
        ),
        ("systemctl:set-environment systemctl:import-environment systemctl:link systemctl:edit", .everything),
        ("gio", .tool("")),
        ("gio:launch", .everything),
    ]
}
