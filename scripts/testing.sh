# Sourced by test.sh and sanitize.sh: runs built tests, prints what failed and what was skipped, and counts.

# Runs a command that runs tests, with its output in a file: run_tests LOG COMMAND... Prints each failure in full, sets
# `passed`, `failed`, `skipped` and `reasons`, and returns the status of the command.
run_tests() {
    local log=$1 status=0
    shift
    "$@" >"$log" 2>&1 || status=$?
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
    return "$status"
}

# Counts the matching lines of a log. A line need not begin with its mark: output of a test may precede it.
count_lines() { grep -cE "$2" "$1" || true; }

print_failures() {
    if grep -q '✘ Test .* recorded an issue' "$1"; then
        # Each issue with the lines that explain it, up to the next event.
        awk '/✘ .* recorded an issue/ { shown = 1; print; next }
             /^(◇|✔|✘|➜)/ { shown = 0 }
             shown { print }' "$1"
    fi
    if ! grep -q 'Test run with' "$1"; then
        # The run did not finish: a trap, or a signal.
        tail -n 60 "$1"
        failed=$((failed + 1))
    fi
}

# Prints why tests were skipped, and the counts.
print_counts() {
    echo
    if [[ -n $reasons ]]; then echo "$reasons"; fi
    echo "$passed passed, $failed failed, $skipped skipped"
}
