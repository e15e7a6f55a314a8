internal import Contract
internal import Routing

/// A running daemon that decides cases in the place of this program, and performs nothing.
final class DecidingDaemon {
    private let client: DaemonClient
    /// Which table it had in force at the beginning.
    private let revision: String
    /// The table in force, as results name it.
    let tableName: String
    /// *Shape*: `decided by the daemon at PATH, table 3e9f94acc55e5f50`.
    let sentence: String

    /// Connects to the daemon.
    init(_ client: DaemonClient) throws {
        self.client = client
        revision = try client.reply(to: GetStatus()).tableRevision
        guard !revision.isEmpty else {
            throw ToolFailure("the daemon at \(client.path) has no table in force; `deeplinkctl reload` says why")
        }
        tableName = "the table in force at \(client.path)"
        sentence = "decided by the daemon at \(client.path), table \(revision)"
    }

    /// The table in force, loaded by this program.
    func table() throws -> (name: String, ruleset: Ruleset) { (tableName, try TableInForce.load(client)) }

    /// Makes sure that a table of this program is the one that the daemon decides by.
    ///
    /// *Throws*: with what can be done, where they differ.
    func compare(_ table: TestedTable) throws {
        guard table.name != tableName, table.ruleset.revision != revision else { return }
        let print = client.next.text(["cat"])
        throw ToolFailure(
            "\(table.name) is not the table in force at \(client.path): their revisions are \(table.ruleset.revision) and "
                + "\(revision); put it in force with `\(client.next.text(["reload"]))`, see what is in force with `\(print)`, "
                + "or test that with --in-force")
    }

    /// What the daemon decides about a case.
    ///
    /// *Throws*: also where its table is another one by now.
    func answer(_ testCase: RouteCase) throws -> CaseAnswer {
        let request = ExplainLink(Target(url: testCase.url)) { $0.facts = testCase.factTexts }
        let parameters = try client.parameters(of: request)
        let received = try Open.outcome(in: parameters)
        guard let outcome = received.outcome else {
            throw ToolFailure(
                "the daemon's outcome \(UsageError.quoted(received.code)) has words that this program does not know; use the "
                    + "deeplinkctl of the daemon's version")
        }
        if let found = outcome.tableRevision, found != revision {
            throw ToolFailure(
                "the daemon's table has changed meanwhile, from \(revision) to \(found); run the cases again")
        }
        return CaseAnswer(outcome, try ExplainLink.Answer(reply: parameters, besides: "outcome").preview)
    }
}
