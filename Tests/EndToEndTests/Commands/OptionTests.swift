import Foundation
import Glibc
import Testing

/// Every option of `deeplinkctl` does what its help says.
///
/// Each row is a shell command with the option in angle quotes. Its effect shows with the option and not without it, so a
/// row cannot pass if the option does nothing.
@Suite struct OptionTests {
    enum Effect {
        case exits(Int32)
        case prints(String)
        case omits(String)

        func shows(in run: Program.Run) -> Bool {
            switch self {
            case .exits(let status): run.exit == .code(status)
            case .prints(let text): run.output.contains(text)
            case .omits(let text): run.exit == .code(0) && !run.output.isEmpty && !run.output.contains(text)
            }
        }
    }

    typealias Row = (command: String, option: String, line: String, effect: Effect)

    private static var rows: [Row] {
        let rows = offlineRows + licenceRows + daemonRows + desktopRows + appLinkRows
        // The two spellings of one format have the same effect.
        let json = rows.filter { $0.line.contains("«--format json»") }.map { row in
            (row.command, "--json", row.line.replacing("«--format json»", with: "«--json»"), row.effect)
        }
        return rows + json
    }

    private static let entry = #"{"number":1,"kind":"ended","atMs":1,"code":"ok.performed","route":"y"}"#

    private static let offlineRows: [Row] = [
        ("check", "--file", "deeplinkctl check «-f routes.conf»", .prints("9 routes")),
        ("check", "--root", "deeplinkctl check «--root root»", .prints("2 routes,")),
        ("check", "--instance", "deeplinkctl check --root root «--instance user»", .prints("3 routes,")),
        ("check", "--format", "deeplinkctl check -f doubtful.conf «--format json»", .prints(#"{"code":"RT"#)),
        ("check", "--color", "deeplinkctl check -f doubtful.conf «--color always»", .prints("\u{1B}[")),
        ("match", "--color", "deeplinkctl match -f other.conf «--color always» other://x", .prints("\u{1B}[")),
        ("explain", "--color", "deeplinkctl explain -f other.conf «--color always» other://x", .prints("\u{1B}[")),
        ("test", "--color", "deeplinkctl test one.cases -f other.conf «--color always»", .prints("\u{1B}[")),
        ("test", "--root", "deeplinkctl test one.cases «--root root»", .prints("the tables below root")),
        ("test", "--json", "deeplinkctl test one.cases -f other.conf «--json»", .prints(#"{"case":"#)),
        ("check", "--strict", "deeplinkctl check -f doubtful.conf «--strict»", .exits(3)),
        (
            "check", "--host", "deeplinkctl check -f routes.conf «--host»",
            .prints("will not     product     premium.monthly")
        ),
        (
            "check", "--with-file", "deeplinkctl check --root root «--with-file 20-x.conf=doubtful.conf»",
            .prints("proposed    root/")
        ),
        ("check", "--against", "deeplinkctl check «--against fleet»", .prints("1 machine, 0 with errors")),
        ("check", "--print", "deeplinkctl check -f other.conf «--print polkit»", .prints("polkit needs no rule")),
        ("check", "--hidden", "deeplinkctl check -f hidden.conf «--hidden»", .prints("RT512")),
        ("fmt", "--check", "echo 'a  b' > laid.conf; deeplinkctl fmt «--check» laid.conf", .exits(1)),
        ("fmt", "--diff", "echo 'a  b' > laid.conf; deeplinkctl fmt «--diff» laid.conf", .prints("+a b")),
        ("fmt", "--format", "deeplinkctl fmt --check other.conf «--format json»", .prints(#"{"file":"#)),
        (
            "fmt", "--color", "echo 'a  b' > laid.conf; deeplinkctl fmt --diff laid.conf «--color always»",
            .prints("\u{1B}[")
        ),
        ("cat", "--file", "deeplinkctl cat «-f other.conf»", .prints("scheme other")),
        ("cat", "--root", "deeplinkctl cat «--root root»", .prints("scheme other")),
        ("cat", "--instance", "deeplinkctl cat --root root «--instance user»", .prints("scheme mine")),
        ("match", "--file", "deeplinkctl match «-f other.conf» other://x", .exits(0)),
        ("match", "--root", "deeplinkctl match «--root root» other://x", .exits(0)),
        ("match", "--instance", "deeplinkctl match --root root «--instance user» mine://x", .exits(0)),
        ("match", "--socket", "deeplinkctl match «--socket $OTHER» other://x", .exits(0)),
        ("match", "--format", "deeplinkctl match -f other.conf «--format json» other://x", .prints(#""route":"x""#)),
        ("match", "--stdin", "echo other://x | deeplinkctl match -f other.conf «--stdin»", .exits(0)),
        ("explain", "--file", "deeplinkctl explain «-f other.conf» other://y", .prints("  route      y")),
        ("explain", "--root", "deeplinkctl explain «--root root» other://y", .exits(4)),
        ("explain", "--instance", "deeplinkctl explain --root root «--instance user» mine://x", .exits(0)),
        ("explain", "--socket", "deeplinkctl explain «--socket $OTHER» other://y", .exits(0)),
        (
            "explain", "--format", "deeplinkctl explain -f other.conf «--format json» other://y",
            .prints(#"{"outcome":"#)
        ),
        ("explain", "--subject", "deeplinkctl explain --socket $OTHER «--subject account:ann» other://x", .exits(0)),
        ("explain", "--action", "deeplinkctl explain -f other.conf «--action Y.b»", .exits(0)),
        ("explain", "--all", "deeplinkctl explain -f other.conf «--all» other://y", .prints("    ✗ x: segment 1")),
        ("explain", "--with", "deeplinkctl explain -f other.conf «--with 'toggle X on'» other://x", .exits(0)),
        ("matrix", "--file", "deeplinkctl matrix «-f other.conf» X", .prints("blocked.toggle.off")),
        ("matrix", "--root", "deeplinkctl matrix «--root root» X", .prints("blocked.toggle.off")),
        ("matrix", "--instance", "deeplinkctl matrix --root root «--instance user» Mine", .exits(0)),
        ("matrix", "--format", "deeplinkctl matrix -f other.conf X «--format json»", .prints(#""code":"#)),
        ("matrix", "--with", "deeplinkctl matrix -f other.conf X «--with 'toggle X on'»", .omits("blocked")),
        ("matrix", "--color", "deeplinkctl matrix -f other.conf X «--color always»", .prints("\u{1B}[")),
        ("matrix", "--fold", "deeplinkctl matrix -f other.conf X «--fold»", .prints("→ ok.wouldPerform")),
        ("matrix", "--limit", "deeplinkctl matrix -f other.conf X «--limit 1»", .omits("blocked")),
        ("test", "--file", "deeplinkctl test one.cases «-f other.conf»", .exits(0)),
        ("test", "--format", "deeplinkctl test routes.cases «--format tap»", .prints("\nok 2 - ")),
        ("test", "--run", "deeplinkctl test routes.cases «--run latest»", .prints("\n2 passed")),
        ("test", "--fail-under", "deeplinkctl test one.cases -f other.conf «--fail-under 100»", .exits(1)),
        ("test", "--shuffle", "deeplinkctl test routes.cases «--shuffle»", .prints("random order: --seed ")),
        ("test", "--seed", "deeplinkctl test routes.cases «--seed 7»", .prints("random order: --seed 7\n")),
        ("test", "--mutate", "deeplinkctl test one.cases -f other.conf «--mutate»", .exits(1)),
        (
            "test", "--most-mutants", "deeplinkctl test routes.cases --mutate «--most-mutants 1»",
            .prints(" of 1 mutant survived")
        ),
        (
            "test", "--time-limit", "deeplinkctl test routes.cases --mutate «--time-limit 1ms»",
            .prints(" were tried, in the random order of --seed ")
        ),
        ("record", "--file", "echo '\(entry)' | deeplinkctl record «-f other.conf» -", .prints("other://y\n")),
        ("record", "--root", "echo '\(entry)' | deeplinkctl record «--root root» -", .prints("other://y\n")),
        (
            "record", "--instance",
            "echo '\(entry)' | sed 's/\"y\"/\"mine\"/' | deeplinkctl record --root root «--instance user» -",
            .prints("mine://x\n")
        ),
        (
            "record", "--format", "echo '\(entry)' | deeplinkctl record -f other.conf «--format json» -",
            .prints(#"{"case":"#)
        ),
        ("gen-cases", "--file", "deeplinkctl gen-cases «-f other.conf»", .prints("other://y\n")),
        ("gen-cases", "--root", "deeplinkctl gen-cases «--root root»", .prints("other://y\n")),
        ("gen-cases", "--instance", "deeplinkctl gen-cases --root root «--instance user»", .prints("mine://x\n")),
        ("gen-cases", "--format", "deeplinkctl gen-cases -f other.conf «--format json»", .prints(#"{"case":"#)),
        ("check", "--cases", "deeplinkctl check -f routes.conf «--cases one.cases»", .prints("RT706")),
        ("link", "--file", "deeplinkctl link «-f other.conf» y", .prints("other://y\n")),
        ("link", "--root", "deeplinkctl link «--root root» y", .prints("other://y\n")),
        ("link", "--instance", "deeplinkctl link --root root «--instance user» mine", .prints("mine://x\n")),
        ("link", "--socket", "deeplinkctl link «--socket $OTHER» y", .prints("other://y\n")),
        ("link", "--format", "deeplinkctl link -f other.conf y «--format json»", .prints(#"{"url":"#)),
        ("link", "--scope", "deeplinkctl link -f other.conf y «--scope h.example»", .prints("https://h.example/y\n")),
        ("list", "--file", "deeplinkctl list «-f other.conf»", .prints("y  /y")),
        ("list", "--root", "deeplinkctl list «--root root»", .prints("y  /y")),
        ("list", "--instance", "deeplinkctl list --root root «--instance user»", .prints("mine  /x")),
        ("list", "--format", "deeplinkctl list -f other.conf «--format json»", .prints(#"{"route":"#)),
        ("list", "--order", "deeplinkctl list -f other.conf «--order precedence»", .prints("app: other\n")),
        ("list", "--color", "deeplinkctl list -f other.conf «--color always»", .prints("\u{1B}[")),
        ("list", "--feature", "deeplinkctl list -f other.conf «--feature X»", .omits("/y")),
        ("list", "--scope", "deeplinkctl list -f routes.conf «--scope podcast»", .omits("show-translated")),
        ("list", "--action", "deeplinkctl list -f routes.conf «--action play»", .omits("download")),
        ("tree", "--file", "deeplinkctl tree «-f other.conf»", .prints("feature X")),
        ("tree", "--root", "deeplinkctl tree «--root root»", .prints("feature X")),
        ("tree", "--instance", "deeplinkctl tree --root root «--instance user»", .prints("feature Mine")),
        ("tree", "--color", "deeplinkctl tree -f other.conf «--color always»", .prints("\u{1B}[")),
        ("tree", "--format", "deeplinkctl tree -f other.conf «--format json»", .prints(#"{"#)),
        ("graph", "--file", "deeplinkctl graph «-f other.conf»", .prints(">X</text>")),
        ("graph", "--root", "deeplinkctl graph «--root root»", .prints(">X</text>")),
        ("graph", "--instance", "deeplinkctl graph --root root «--instance user»", .prints(">Mine</text>")),
        ("graph", "--socket", "deeplinkctl graph «--socket $OTHER»", .prints(">X</text>")),
        ("graph", "--format", "deeplinkctl graph -f other.conf «--format dot»", .prints("digraph")),
        ("graph", "--html", "deeplinkctl graph -f other.conf «--html»", .prints("<!DOCTYPE html>")),
        ("overlap", "--file", "deeplinkctl overlap «-f pairs.conf»", .prints("2 pairs")),
        ("overlap", "--root", "deeplinkctl overlap «--root root»", .prints("0 pairs")),
        ("overlap", "--instance", "deeplinkctl overlap --root root «--instance user»", .prints("3 routes")),
        ("overlap", "--format", "deeplinkctl overlap -f pairs.conf «--format json»", .prints(#"{"winner":"#)),
        ("overlap", "--limit", "deeplinkctl overlap -f pairs.conf «--limit 1»", .omits("narrow wins")),
        ("diff", "--format", "deeplinkctl diff other.conf pairs.conf «--format json»", .prints(#"{"kind":"#)),
        ("diff", "--allow", "deeplinkctl diff pairs.conf hidden.conf «--allow new»", .prints("(allowed)")),
        ("url", "--format", "deeplinkctl url a:b «--format json»", .prints(#""href":"a:b""#)),
        ("url", "--json-lines", #"echo '"a:b"' | deeplinkctl url «--json-lines»"#, .exits(0)),
        ("bench", "--file", "deeplinkctl bench «-f other.conf» other://y", .prints("decide ns")),
        ("bench", "--links", "deeplinkctl bench «--links links.txt»", .prints("one of 2")),
        ("bench", "--format", "deeplinkctl bench other://y «--format json»", .prints(#"{"#)),
        (
            "licence keygen", "--algorithm", "deeplinkctl licence keygen a$$ «--algorithm es256»; cat a$$",
            .prints("ES256")
        ),
        ("licence keygen", "--id", "deeplinkctl licence keygen b$$ «--id spring»", .prints("key      spring\n")),
        ("licence keygen", "--format", "deeplinkctl licence keygen c$$ «--format json»", .prints(#"{"private":"#)),
    ]

    /// Makes a key and signs a licence with it.
    private static func signing(_ terms: String) -> String {
        "deeplinkctl licence keygen k$$ > k$$.txt; deeplinkctl licence sign " + terms
    }

    private static let terms = "--key k$$ --issuer i --audience a --subject uid:1 --product p"
    private static let verifying = " | deeplinkctl licence verify --key k$$.pub"

    private static let licenceRows: [Row] = [
        ("licence sign", "--key", signing(terms.replacing("--key k$$", with: "«--key k$$»")), .prints("eyJ")),
        ("licence sign", "--issuer", signing(terms.replacing("--issuer i", with: "«--issuer i»")), .prints("eyJ")),
        (
            "licence sign", "--audience", signing(terms.replacing("--audience a", with: "«--audience a»")),
            .prints("eyJ")
        ),
        (
            "licence sign", "--subject", signing(terms.replacing("--subject uid:1", with: "«--subject uid:1»")),
            .prints("eyJ")
        ),
        ("licence sign", "--product", signing(terms.replacing("--product p", with: "«--product p»")), .prints("eyJ")),
        ("licence sign", "--format", signing(terms + " «--format json»"), .prints(#"{"licence":"eyJ"#)),
        ("licence sign", "--id", signing(terms + " «--id x»" + verifying), .prints("✓ i  x\n")),
        ("licence sign", "--until", signing(terms + " «--until 2100-01-01»" + verifying), .prints("ends      2100")),
        (
            "licence sign", "--grace", signing(terms + " --until 2100-01-01 «--grace 2101-01-01»" + verifying),
            .prints("grace     until 2101")
        ),
        ("licence sign", "--state", signing(terms + " «--state paused»" + verifying), .prints("state     paused")),
        ("licence sign", "--units", signing(terms + " «--units 7»" + verifying), .prints("units     7")),
        (
            "licence verify", "--key", signing(terms + " | deeplinkctl licence verify «--key k$$.pub»"),
            .prints("✓ i  ")
        ),
        (
            "licence verify", "--file",
            signing(
                terms + " > l$$; printf 'product p {\\n title P\\n}\\nissuer i {\\n key %s/k%s.pub\\n products p\\n "
                    + "audience a\\n}\\n' $PWD $$ > t$$; deeplinkctl licence verify «-f t$$» l$$"), .prints("✓ i  ")
        ),
        ("licence verify", "--issuer", signing(terms + verifying + " «--issuer j»"), .exits(3)),
        ("licence verify", "--audience", signing(terms + verifying + " «--audience b»"), .exits(3)),
        ("licence verify", "--subject", signing(terms + verifying + " «--subject uid:2»"), .exits(3)),
        ("licence verify", "--format", signing(terms + verifying + " «--format json»"), .prints(#"{"valid":true"#)),
    ]

    private static let daemonRows: [Row] = [
        ("check", "--system", "deeplinkctl check --socket $OTHER «--system»", .prints("as the system's daemon: ")),
        ("check", "--user", "deeplinkctl check --socket $OTHER «--user»", .prints("as the user's daemon: ")),
        ("open", "--socket", "deeplinkctl open «--socket $OTHER» other://y", .exits(0)),
        (
            "open", "--format", "deeplinkctl open podcast://episodes/7 «--format json»",
            .prints(#""code":"ok.performed""#)
        ),
        ("open", "--color", "deeplinkctl open podcast://episodes/7 «--color always»", .prints("\u{1B}[")),
        ("open", "--action", "deeplinkctl open --socket $OTHER «--action Y.b»", .exits(0)),
        ("open", "--dry-run", "deeplinkctl open «--dry-run» podcast://episodes/7", .prints("ok.wouldPerform")),
        ("open", "--timings", "deeplinkctl open «--timings» podcast://episodes/7", .prints("  times ")),
        ("open", "--subject", "deeplinkctl open --socket $OTHER «--subject account:ann» other://x", .exits(0)),
        (
            "open", "--idempotency-key",
            "for i in 1 2; do deeplinkctl open «--idempotency-key k» podcast://episodes/7; done", .prints("ok.replayed")
        ),
        (
            "open", "--with", "deeplinkctl open «--with org.example.x» podcast://episodes/7 --json",
            .prints("rejected.")
        ),
        ("open", "--stdin", "echo podcast://episodes/7 | deeplinkctl open «--stdin»", .exits(0)),
        ("features", "--socket", "deeplinkctl features «--socket $OTHER»", .omits("Playback")),
        ("features", "--color", "deeplinkctl features «--color always»", .prints("\u{1B}[")),
        ("features", "--format", "deeplinkctl features «--format json»", .prints(#"{"path":"DeepLinking""#)),
        (
            "features", "--subject", "deeplinkctl features X --socket $OTHER «--subject account:ann»",
            .omits("offByDefault")
        ),
        ("toggle", "--socket", "deeplinkctl toggle «--socket $OTHER» X default", .exits(0)),
        ("toggle", "--format", "deeplinkctl toggle SleepTimer off «--format json»", .prints(#"{"durable":true}"#)),
        (
            "toggle", "--subject",
            "deeplinkctl toggle SleepTimer on «--subject uid:77»; deeplinkctl features SleepTimer --subject uid:77",
            .prints("✓ toggle:Playback/SleepTimer")
        ),
        ("runtime", "--socket", "deeplinkctl runtime «--socket $OTHER» Z on", .exits(0)),
        (
            "runtime", "--format", "deeplinkctl runtime TurboDownloads off «--format json»",
            .prints(#"{"durable":true}"#)
        ),
        (
            "permission", "--socket", "deeplinkctl permission «--socket $OTHER» camera denied",
            .prints("until the daemon")
        ),
        (
            "permission", "--format", "deeplinkctl permission camera denied «--format json»",
            .prints(#"{"durable":true}"#)
        ),
        (
            "permission", "--subject",
            "deeplinkctl permission microphone authorized «--subject uid:77»; deeplinkctl features Clips --subject uid:77",
            .prints("✓ permission:microphone")
        ),
        ("purchase", "--socket", "deeplinkctl purchase «--socket $OTHER» pro active", .exits(0)),
        (
            "purchase", "--format", "deeplinkctl purchase founder.once active «--format json»",
            .prints(#"{"durable":true}"#)
        ),
        (
            "purchase", "--subject",
            "deeplinkctl purchase founder.once active «--subject uid:78»; deeplinkctl features SmartPlaylists --subject uid:78",
            .prints("✓ purchase:")
        ),
        (
            "purchase", "--until", "deeplinkctl purchase founder.once active «--until 2100-01-01»",
            .prints("until 2100-01-01")
        ),
        ("purchase", "--units", "deeplinkctl purchase founder.once active «--units 3»", .prints("active 3")),
        (
            "consent withdraw", "--socket", "deeplinkctl consent withdraw «--socket $OTHER» contacts --json",
            .prints(#"{"durable":false}"#)
        ),
        (
            "consent withdraw", "--format", "deeplinkctl consent withdraw contacts «--format json»",
            .prints(#"{"durable":true}"#)
        ),
        ("override", "--socket", "deeplinkctl override «--socket $OTHER» runtime Z on", .exits(0)),
        (
            "override", "--format", "deeplinkctl override permission microphone denied «--format json»",
            .prints(#"{"endsAfterMs":3600000}"#)
        ),
        ("override", "--for", "deeplinkctl override permission microphone denied «--for 10m»", .prints("for 10m\n")),
        // The other daemon has no ledger.
        ("ledger backup", "--socket", "deeplinkctl ledger backup $PWD/a$$ «--socket $OTHER»", .exits(1)),
        ("ledger backup", "--format", "deeplinkctl ledger backup $PWD/b$$ «--format json»", .prints("{")),
        ("ledger verify", "--socket", "deeplinkctl ledger verify «--socket $OTHER»", .exits(1)),
        ("ledger verify", "--format", "deeplinkctl ledger verify «--format json»", .prints(#""verified":true"#)),
        ("ledger status", "--socket", "deeplinkctl ledger status «--socket $OTHER»", .prints("ledger   none")),
        ("ledger status", "--color", "deeplinkctl ledger status «--color always»", .prints("\u{1B}[")),
        ("ledger status", "--format", "deeplinkctl ledger status «--format json»", .prints(#"{"state":{"#)),
        ("list", "--socket", "deeplinkctl list «--socket $OTHER»", .prints("y  /y")),
        ("tree", "--socket", "deeplinkctl tree «--socket $OTHER»", .prints("feature X")),
        ("check", "--socket", "deeplinkctl check «--socket $OTHER»", .prints("; 3 routes")),
        ("cat", "--socket", "deeplinkctl cat «--socket $OTHER»", .prints("scheme other")),
        ("cat", "--output", "deeplinkctl cat --socket $OTHER «--output in-force$$»", .omits("scheme other")),
        (
            "test", "--socket", "deeplinkctl test one.cases -f other.conf «--socket $OTHER»",
            .prints("decided by the daemon at")
        ),
        (
            "test", "--in-force", "deeplinkctl test one.cases --socket $OTHER «--in-force»",
            .prints("the table in force at")
        ),
        ("matrix", "--socket", "deeplinkctl matrix «--socket $OTHER» X", .prints("blocked.toggle.off")),
        ("overlap", "--socket", "deeplinkctl overlap «--socket $OTHER»", .prints("0 pairs of 3 routes")),
        ("bench", "--socket", "deeplinkctl bench «--socket $OTHER» other://y", .prints("decide ns")),
        ("status", "--socket", "deeplinkctl status «--socket $OTHER»", .prints("$OTHER")),
        ("status", "--color", "deeplinkctl status «--color always»", .prints("\u{1B}[")),
        ("status", "--format", "deeplinkctl status «--format json»", .prints(#"{"version":"#)),
        ("reload", "--socket", "deeplinkctl reload «--socket $OTHER»", .prints("3 routes")),
        ("reload", "--color", "deeplinkctl reload «--color always»", .prints("\u{1B}[")),
        ("reload", "--format", "deeplinkctl reload «--format json»", .prints(#"{"tableRevision":"#)),
        ("call", "--socket", "deeplinkctl call «--socket $OTHER» io.deeplinkd.Monitor.Status", .prints(#""routes":3"#)),
    ]

    /// An option whose effect takes more than one command, and the test that shows it.
    private static let elsewhere = [
        "subscribe --socket": "Client/SubscribeCommandTests.swift",
        "subscribe --after": "Client/SubscribeCommandTests.swift",
        "subscribe --no-acknowledge": "Client/SubscribeCommandTests.swift",
        "features --watch": "Commands/FeaturesCommandTests.swift", "open --deadline": "Calls/HangUpTests.swift",
        "open --traceparent": "Reach/HTTPActionTests.swift",
        "handle --or-fail": "Clicks/DaemonChoiceTests.swift",
        "open --wait": "Authorisation/AuthoriseCommandTests.swift",
        "open --authorise": "Authorisation/AuthoriseCommandTests.swift",
        "ledger restore --state-dir": "Ledger/LedgerCareCommandTests.swift",
        "ledger restore --format": "Ledger/LedgerCareCommandTests.swift",
        "audit --socket": "Ledger/AuditTests.swift", "audit --format": "Ledger/AuditTests.swift",
        "audit --since": "Ledger/AuditTests.swift", "audit --user": "Ledger/AuditTests.swift",
        "cache clear --socket": "Reach/CacheTests.swift", "cache clear --format": "Reach/CacheTests.swift",
        "metrics --socket": "Operate/MetricsTests.swift", "metrics --format": "Operate/MetricsTests.swift",
        "metrics --textfile": "Operate/MetricsTests.swift", "metrics --http": "Operate/MetricsTests.swift",
        "report --socket": "Operate/ReportCommandTests.swift", "report --output": "Operate/ReportCommandTests.swift",
        "report --last": "Operate/ReportCommandTests.swift", "report --with-table": "Operate/ReportCommandTests.swift",
        "report --with-log": "Operate/ReportCommandTests.swift",
        "shadow --socket": "Shadow/ShadowTests.swift", "shadow --format": "Shadow/ShadowTests.swift",
        "timeline --socket": "Operate/TimelineCommandTests.swift",
        "timeline --format": "Operate/TimelineCommandTests.swift",
        "timeline --color": "Operate/TimelineCommandTests.swift",
        "timeline --follow": "Operate/TimelineCommandTests.swift",
        "timeline --since": "Operate/TimelineCommandTests.swift",
        "timeline --until": "Operate/TimelineCommandTests.swift",
        "timeline --user": "Operate/TimelineCommandTests.swift",
        "timeline --feature": "Operate/TimelineCommandTests.swift",
        "timeline --code": "Operate/TimelineCommandTests.swift",
        "timeline --last": "Operate/TimelineCommandTests.swift",
        "record --socket": "Authoring/RecordCommandTests.swift",
        "record --since": "Authoring/RecordCommandTests.swift",
        "record --until": "Authoring/RecordCommandTests.swift",
        "record --user": "Authoring/RecordCommandTests.swift",
        "record --feature": "Authoring/RecordCommandTests.swift",
        "record --code": "Authoring/RecordCommandTests.swift",
        "record --last": "Authoring/RecordCommandTests.swift",
        "focus --socket": "Operate/TimelineCommandTests.swift",
        "focus --format": "Operate/TimelineCommandTests.swift",
        "journal acknowledge --socket": "Ledger/InterruptedLinkTests.swift",
        "journal acknowledge --format": "Ledger/InterruptedLinkTests.swift",
        "consent list --socket": "Authorisation/ConsentCommandTests.swift",
        "consent list --format": "Authorisation/ConsentCommandTests.swift",
        "licence ingest --socket": "Commands/LicenceDaemonCommandTests.swift",
        "licence ingest --format": "Commands/LicenceDaemonCommandTests.swift",
        "licence ingest --subject": "Commands/LicenceDaemonCommandTests.swift",
        "licence status --socket": "Commands/LicenceDaemonCommandTests.swift",
        "licence status --format": "Commands/LicenceDaemonCommandTests.swift",
        "licence status --subject": "Commands/LicenceDaemonCommandTests.swift",
        "licence products --socket": "Commands/LicenceDaemonCommandTests.swift",
        "licence products --format": "Commands/LicenceDaemonCommandTests.swift",
        "licence trial --socket": "Commands/LicenceDaemonCommandTests.swift",
        "licence trial --format": "Commands/LicenceDaemonCommandTests.swift",
        "licence trial --subject": "Commands/LicenceDaemonCommandTests.swift",
        "licence restore --socket": "Commands/LicenceDaemonCommandTests.swift",
        "licence restore --format": "Commands/LicenceDaemonCommandTests.swift",
        "licence restore --subject": "Commands/LicenceDaemonCommandTests.swift",
        "licence reserved --socket": "Purchases/SpendingTests.swift",
        "licence reserved --format": "Purchases/SpendingTests.swift",
        "licence decide --socket": "Purchases/SpendingTests.swift",
        "licence decide --format": "Purchases/SpendingTests.swift",
        "licence status --watch": "Commands/LicenceDaemonCommandTests.swift",
        "lsp --stdio": "Authoring/LanguageServerTests.swift",
        "diff --git": "Authoring/DiffCommandTests.swift",
        "desktop install --system": "Desktop/DesktopCommandTests.swift",
        "desktop install --exclusive": "Desktop/PortalTests.swift",
        "desktop install --portal": "Desktop/PortalTests.swift",
        "desktop remove --system": "Desktop/DesktopCommandTests.swift",
        "desktop status --probe": "Desktop/PortalTests.swift",
    ]

    private static let other = """
        profile development
        scheme other
        host h.example
        product pro {
        }
        feature X {
            require toggle off
            action a {
                respond
            }
            route x /x do a
        }
        feature Y {
            action b {
                respond
            }
            route y /y do b
        }
        feature Z {
            require runtime off
            action c {
                respond
            }
            route z /z do c
        }
        """

    private static let files = [
        "other.conf": other,
        "root/etc/deeplinkd/routes.conf": """
        scheme other
        feature X {
            require toggle off
            action a {
                respond
            }
            route x /x do a
            route y /y do a {
                in app
            }
        }
        """,
        "root/usr/lib/deeplinkd/user/routes.conf.d/mine.conf":
            "scheme mine\nfeature Mine {\n    action a {\n        respond\n    }\n    route mine /x do a\n}\n",
        "fleet/kiosk-1/etc/deeplinkd/routes.conf": "scheme s\n",
        "doubtful.conf": "scheme s\nvalues unused a b\nfeature F {\n}\n",
        "pairs.conf": """
        scheme s
        feature F {
            action a {
                respond
            }
            route wide /a/** do a
            route middle /a/b/** do a
            route narrow /c/d do a
            route last /c/* do a
        }
        """,
        "hidden.conf": """
        scheme s
        host h.example
        feature F {
            action a {
                respond
            }
            route broad /a/** do a {
                in h.example
            }
            route narrow /a/b do a
        }
        """,
        "one.cases": "table routes.conf\ncase one {\n    url other://y\n    expect ok.wouldPerform\n}\n",
        "two.conf": """
        scheme one
        scheme two
        feature F {
            action a {
                respond
            }
            route r /a do a
        }
        """,
        "links.txt": "other://x\nother://y\n",
    ]

    @Test func `every option does what its help says, and nothing happens without it`() throws {
        try withFolder { folder in
            _ = try folder.makeFolder("deeplinkd")
            for name in [
                "root/etc/deeplinkd", "root/usr/lib/deeplinkd/user/routes.conf.d", "fleet/kiosk-1/etc/deeplinkd",
            ] {
                try FileManager.default.createDirectory(
                    atPath: folder.path(of: name), withIntermediateDirectories: true)
            }
            for (name, text) in Self.files { try folder.write(name, text) }
            for name in ["routes.conf", "routes.cases"] {
                try folder.write(name, String(contentsOfFile: Products.package + "/" + name, encoding: .utf8))
            }
            let listening = try SocketAddress(folder.path(of: "deeplinkd/io.deeplinkd.sock")).listen()
            defer { close(listening) }
            let table =
                "profile development\n" + (try String(contentsOfFile: folder.path(of: "routes.conf"), encoding: .utf8))
            let state = try folder.makeFolder("state")
            try withDaemon(table: table, stateDirectory: state, inheriting: [("varlink", listening)]) { _ in
                try withDaemon(table: Self.other) { other in
                    _ = try other.tool("toggle", "X", "on", "--subject", "account:ann")
                    for row in Self.rows { try Self.check(row, in: folder, other.socket) }
                }
            }
        }
    }

    private static func check(
        _ row: Row, in folder: TemporaryFolder,
        _ socket: String
    ) throws {
        func run(_ line: String) throws -> Program.Run {
            try Program.run(
                "/bin/sh", ["-c", "cd \"$0\" && " + line, folder.path],
                environment: [
                    "XDG_RUNTIME_DIR": folder.path, "OTHER": socket, "PATH": Products.folder + ":/usr/bin:/bin",
                ])
        }
        let effect: Effect = if case .prints("$OTHER") = row.effect { .prints(socket) } else { row.effect }
        let option = try #require(row.line.firstMatch(of: /«(.*?)»/), "\(row.line) names no option")
        let name = row.option == "--file" ? "-f" : row.option
        #expect(option.1.hasPrefix(name) && row.line.contains("deeplinkctl \(row.command) "), "\(row.line)")
        let without = try run(row.line.replacing(/«.*?»/, with: ""))
        #expect(!effect.shows(in: without), "without \(row.option): \(row.line): \(without)")
        let with = try run(row.line.replacing("«", with: "").replacing("»", with: ""))
        #expect(effect.shows(in: with), "\(row.line): \(with)")
    }

    @Test func `every option of the help is tried`() throws {
        // `--json` and `--format` come from one group of options, so a test elsewhere of one shows the other.
        let formats = Self.elsewhere.keys.filter { $0.hasSuffix(" --format") && $0 != "metrics --format" }
        let json = formats.map { String($0.dropLast(8)) + "--json" }
        let tried = Self.rows.map { "\($0.command) \($0.option)" } + json
        #expect(Set(tried + Self.elsewhere.keys) == Set(try Self.optionsOfHelp()))
        for (option, file) in Self.elsewhere {
            let text = try String(
                contentsOfFile: Products.package + "/Tests/EndToEndTests/" + file, encoding: .utf8)
            let words = option.split(separator: " ").dropFirst()
            #expect(words.contains { text.contains("\"\($0)\"") }, "\(option)")
        }
    }

    /// The long name of each option, behind its command.
    private static func optionsOfHelp() throws -> [String] {
        func walk(_ command: JSONTree, _ path: String) -> [String] {
            let inner = (command["subcommands"]?.elements ?? []).filter { $0["commandName"].text != "help" }
            guard inner.isEmpty else { return inner.flatMap { walk($0, path + $0["commandName"].text + " ") } }
            return (command["arguments"]?.elements ?? []).filter { $0["kind"].text != "positional" }
                .compactMap { $0["names"]?.elements.map(\.["name"].text).max { $0.count < $1.count } }
                .filter { !["help", "version"].contains($0) }.map { path + "--" + $0 }
        }
        let run = try Program.tool("--experimental-dump-help")
        return walk(try #require(try JSONTree(parsing: Array(run.output.utf8))["command"]), "")
    }
}
