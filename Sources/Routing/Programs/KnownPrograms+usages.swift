// The programs that take code in some places of their lines, one row each: the names of the program, and its usage in the
// marks of `Usage`. Where most options of a tool could take code, its row has a `?`, and lists those that take data.

extension KnownPrograms {
    /// Programs that run their first operand, or the code that an option gives them.
    static let interpreters = """
        sh ash bash dash hush ksh lksh mksh pdksh oksh posh rbash rksh rzsh yash zsh > abefhijklmnprstuvxBCDEHPT c+ o: \
            O: + --login --posix --restricted --verbose --rcfile: --init-file:
        csh tcsh bsd-csh > befilmnqstvVxX c*
        fish > ilnNPv c* C: d: D: f: o: --login --private --interactive --command* --init-command:
        elvish es nu osh rc scsh xonsh ysh > c*
        python pypy pypy-c pypy3-c ipython jython micropython > bBdEiIOPqRsSuvVx W: X: c| m%
        perl > <> 0123456789cfglsStTuUvwWX n~ p~ a~ F~ d~ i= m= M= V= x= I: e* E*
        ruby jruby mruby truffleruby > alnpsSvwy 0= F= i= K= T= W= x= C: I: r: E: e*
        node nodejs > -c -i -h -v --check --watch --enable-source-maps -e* -p* -pe* --eval* --print* -r: --require: \
            --import:
        bun deno > CODE2 A q --allow-all --allow-env --allow-net --allow-read --allow-run --allow-write --quiet
        php > aCehilmnqsvw c: d: z: t: f* r* B: R: E: F:
        lua texlua > EivW e: l:
        luajit > iv e: l: O= j: b~
        tclsh wish jimsh > -encoding:
        rscript > -e* --verbose --vanilla --default-packages:
        julia > iqv e* E* L: J: C: p: t:
        guile > q c| s| l: L: C: x: e:
        gjs cjs-console > m c* I: --command* --include-path:
        java > @ X= D= -ea -esa -server -client --enable-preview -jar| -m| --module| -cp: -classpath: --class-path: \
            -p: --module-path: --add-modules: --add-opens:
        groovy kotlin mono scala
        electron > r: --require: --no-sandbox --enable-logging --inspect
        dotnet > CODE2
        """

    /// Programs with options or operands that run, load or configure what they are given.
    static let tools = """
        awk bwk gawk goawk mawk nawk original-awk > CODE NAME=VALUE bcCghIkMnNOPrsStV f* E* e* F: v& i! l! W! d= D= L= \
            o= p= --file* --exec* --source* --include! --load! --assign& --field-separator: --csv --posix --sandbox \
            --traditional
        gsed sed > CODE nrEszbu i= l: e* f* --debug --posix --quiet --sandbox --separate --silent --null-data \
            --regexp-extended --in-place --line-length: --expression* --file*
        gojq jaq jq > CODE acCeijMnrRsS f* L! --arg:: --argjson:: --slurpfile:: --rawfile:: --args --jsonargs \
            --indent: --tab --compact-output --exit-status --null-input --raw-input --raw-output --slurp --sort-keys \
            --from-file*
        bsdtar gtar star tar > [-] acdhjklmnoprStuvwxzABGJMOPRSUWZ b: C: f: g: H: K: L: N: V: X: F! I! T! \
            --to-command! --checkpoint-action! --files-from! --info-script! --new-volume-script! --rmt-command! \
            --rsh-command! --use-compress-program!
        cpio > F: E! --rsh-command! --pattern-file!
        zip > -TT! --unzip-command!
        rsync > abcdghilmnopqrtuvxzACDHKLNOPRSUWX B: f: T: e! M! --rsh! --rsync-path! --remote-option! --config!
        scp sftp > 346ABCpqrRTvO i: c: l: P: X: D! F! J! o! S! b! s!
        git > CODE ? afipPqvDR b: m: n: G: L: S: c! C! u! x! O! --abbrev= --after: --all --amend --author: --bare \
            --before: --branch: --cached --date: --decorate= --depth: --ff-only --first-parent --follow --force \
            --format: --graph --grep: --hard --max-count: --message: --name-only --name-status --numstat --oneline \
            --origin: --patch --porcelain= --pretty= --prune --quiet --reverse --shallow-since: --short= --since: \
            --skip: --soft --single-branch --staged --stat= --tags --track --until: --verbose --config! --config-env! \
            --exec! --exec-path! --extcmd! --git-dir! --open-files-in-pager! --receive-pack! --separate-git-dir! \
            --template! --upload-pack! --work-tree!
        hg > CODE ? ABfGinpPqvy b: d: k: l: m: r: u: --branch: --date: --graph --keyword: --limit: --message: \
            --noninteractive --patch --quiet --rev: --stat --user: --verbose --command! --config! --config-file! \
            --cwd! --remotecmd! --repository! --ssh! --tool!
        svn > CODE ? Nqv c: l: m: r: --changelist: --depth: --force --limit: --message: --non-interactive --password: \
            --quiet --revision: --search: --username: --verbose --xml --config-dir! --config-option! --diff-cmd! \
            --diff3-cmd! --editor-cmd!
        curl > 0123456fgGijIkJlLnNOpqRsSvVZ# A: b: c: C: d: D: e: F: h: H: m: o: P: Q: r: t: T: u: U: w: x: X: y: Y: \
            z: E! K! --config! --engine! --cert! --key! --proxy-cert! --proxy-key!
        wget wget2 > ? bcdFhkKmNpqrvVxE O: o: P: t: T: U: e! i! --continue --directory-prefix: --header: --method: \
            --output-document: --password: --post-data: --quiet --referer: --timeout: --tries: --user: --user-agent: \
            --config! --execute! --input-file! --local-plugin! --plugin! --use-askpass!
        sort > bcCdfghimMnrRsuVz k: o: S: t: T: --compress-program!
        split > deuxz a: b: C: l: n: t: --filter!
        tcpdump > z!
        mpv > ? --aid: --end: --force-media-title: --force-window= --fs --fullscreen --geometry: --idle= --keep-open= \
            --length: --loop= --loop-file= --mute= --ontop --pause --quiet --really-quiet --referrer: --shuffle --sid: \
            --speed: --start: --terminal= --title: --user-agent: --vid: --volume:
        brave-browser chrome chromium chromium-browser google-chrome microsoft-edge vivaldi > ? --app= --class= \
            --headless= --incognito --kiosk --lang= --new-window --start-fullscreen --start-maximized --window-name= \
            --window-position= --window-size=
        firefox librewolf thunderbird > ? -P! -app! --app! -profile! --profile! -compose: --compose: -headless \
            --headless -kiosk --kiosk -mail --mail -new-instance --new-instance -new-tab: --new-tab: -new-window: \
            --new-window: -no-remote -private-window: --private-window: -search: --search: -url: --url:
        composite convert identify magick mogrify montage play > |CODE
        busctl > CODE6 --user --system --address! -H! --host! -M! --machine!
        dbus-send > CODE2 --session --system --address! --bus! --peer!
        gdbus > CODE2 TEXT1 eys a! d! o! m* --session --system --address! --dest! --object-path! --method* --signal*
        gapplication
        gapplication:action gsettings:set > TEXT2
        gsettings > --schemadir:
        dconf
        dconf:write > TEXT1
        systemctl > |CODE CODE aflqr --user --system --now --quiet n: o: p: s: t: H! M! --root! --host! --machine!
        gio
        """

    /// Programs that start the program that follows their own words.
    static let launchers = """
        env > NAME=VALUE 0iv u: C: --ignore-environment --null --unset: --chdir:
        nice > 0123456789 n: --adjustment:
        nohup
        setsid > cfw --ctty --fork --wait
        stdbuf > i: o: e: --input: --output: --error:
        time > pvaq f: o: --portability --verbose --append --quiet --format: --output:
        timeout > (*) fpv k: s: --foreground --preserve-status --verbose --kill-after: --signal:
        ionice > t c: n: --ignore --class: --classdata:
        systemd-run > !--expand-environment=no !--scope dGqr p: u: --collect --expand-environment= --no-block \
            --property: --quiet --same-dir --scope --slice: --unit: --user --wait
        systemd-inhibit > --mode: --what: --who: --why:
        systemd-cat > p: t: --identifier: --priority:
        dbus-run-session > --config-file: --dbus-daemon:
        xvfb-run > a n: s: --auto-servernum --server-num: --server-args:
        flatpak snap > (run) --arch: --branch: --system --user
        gtk-launch wine wine64
        """
}
