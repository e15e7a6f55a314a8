# Sourced by test.sh and sanitize.sh: runs built tests, prints what failed and what was skipped, and counts.

# A run without a new line for this many seconds is ended: a test in it hangs.
silence=${DEEPLINKD_TEST_SILENCE:-180}

# Runs a command that runs tests, with its output in a file: run_tests LOG COMMAND... Prints each failure in full, sets
# `passed`, `failed`, `skipped` and `reasons`, and returns the status of the command.
run_tests() {
    local log=$1 status=0
    shift
    # A session of its own: what hangs is ended together with all programs that the tests have started.
    # Bash has a program in the background ignore these two signals, and the tests' programs would too.
    setsid env --default-signal=INT,QUIT "$@" >"$log" 2>&1 </dev/null &
    run=$!
    await_run "$log" || status=$?
    run=
    sed -i 's/\x1b\[[0-9;]*m//g' "$log"
    passed=$(count_lines "$log" '✔ Test .* passed after')
    failed=$(count_lines "$log" '✘ Test .* failed after')
    skipped=$(count_lines "$log" '➜ Test .* skipped')
    # The summary line of the whole run has the same marks.
    if grep -q '✔ Test run with .* passed after' "$log"; then passed=$((passed - 1)); fi
    if grep -q '✘ Test run with .* failed after' "$log"; then failed=$((failed - 1)); fi
    if ((status != 0)); then print_failures "$log"; fi
    # The lines of the tests themselves; the runner's lines begin with a quote and name no test.
    reasons=$(grep -ohE 'skipped: [^"].*' "$log" | sort -u || true)
    if ! judge_skips; then status=1; fi
    return "$status"
}

# Waits for the run, and returns its status; ends it where it is silent for too long.
await_run() {
    local size=-1 now since=$SECONDS
    while kill -0 "$run" 2>/dev/null; do
        now=$(stat --format %s "$1")
        if ((now != size)); then
            size=$now since=$SECONDS
        elif ((SECONDS - since >= silence)); then
            echo "ended: the tests have printed nothing for $silence seconds (DEEPLINKD_TEST_SILENCE sets this time)"
            end_run
        fi
        sleep 0.5
    done
    wait "$run"
}

# Ends the run that is under way, if there is one, with all programs that its tests have started.
end_run() {
    [[ -n ${run:-} ]] || return 0
    kill -TERM -- "-$run" 2>/dev/null || true
    sleep 1
    kill -KILL -- "-$run" 2>/dev/null || true
}

# Counts the matching lines of a log. A line need not begin with its mark: output of a test may precede it.
count_lines() { grep -cE "$2" "$1" || true; }

# The tests that had begun and not ended, each on a line.
unfinished_tests() {
    awk '
        match($0, /◇ Test .* started\.$/) && !/◇ Test (run|case)/ {
            name = substr($0, RSTART); sub(/^◇ Test /, "", name); sub(/ started\.$/, "", name); running[name]++
        }
        match($0, /(✔|✘|➜) Test .* (passed after|failed after|skipped)/) {
            name = substr($0, RSTART, RLENGTH); sub(/^[^ ]+ Test /, "", name)
            sub(/( with [0-9]+ test cases?)? (passed after|failed after|skipped)$/, "", name); running[name]--
        }
        END { for (name in running) if (running[name] > 0) print name }' "$1" | sort
}

print_failures() {
    if grep -q '✘ Test .* recorded an issue' "$1"; then
        # Each issue with the lines that explain it, up to the next event.
        awk '/✘ .* recorded an issue/ { shown = 1; print; next }
             /^(◇|✔|✘|➜)/ { shown = 0 }
             shown { print }' "$1"
    fi
    if ! grep -q 'Test run with .* after' "$1"; then
        # The run did not finish: a trap, a signal, or a test that hangs.
        tail -n 40 "$1"
        echo "these tests had begun and not ended:"
        unfinished_tests "$1"
        failed=$((failed + 1))
    fi
}

# What CI installs and starts, as the reasons of skipped tests name it.
required='ICU is not|dbus-daemon|D-Bus|polkitd|xdg-permission-store|unit files:|units under|systemd-(analyze|socket-activate)|valgrind|xdg-(open|mime|desktop-portal)|\<(gio|gdbus)\>'

# With CI=true a test that is skipped for want of one of them is a failure: prints it, and returns 1.
judge_skips() {
    [[ ${CI:-} == true && -n $reasons ]] || return 0
    local missing
    missing=$(grep -E "$required" <<<"$reasons" || true)
    [[ -n $missing ]] || return 0
    echo "with CI=true these may not be skipped:"
    echo "$missing"
    failed=$((failed + 1))
    return 1
}

# Prints why tests were skipped, and the counts.
print_counts() {
    echo
    if [[ -n $reasons ]]; then echo "$reasons"; fi
    echo "$passed passed, $failed failed, $skipped skipped"
}
