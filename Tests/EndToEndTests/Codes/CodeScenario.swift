import Foundation
import Glibc

/// An outcome code that needs more than one link, with the steps that lead to it through the socket.
enum CodeScenario: String, CaseIterable {
    case wouldPerform = "ok.wouldPerform"
    case actionNotFound = "rejected.action.notFound"
    case timeout = "failed.timeout"
    case cancelled = "failed.cancelled"
    case shuttingDown = "rejected.shuttingDown"
    case overloaded = "rejected.overloaded"
    case bindingUnknown = "rejected.binding.unknown"
    case bindingForeign = "rejected.binding.foreign"
    case bindingStale = "rejected.binding.stale"
    case replayed = "ok.replayed"
    case inProgress = "rejected.idempotency.inProgress"
    case conflict = "rejected.idempotency.conflict"
    case unknownEffect = "unknown.effect"

    /// Runs the steps with a fresh daemon; returns every outcome that must have the code.
    func outcomes(_ stage: CodeStage) throws -> [JSONTree] {
        let client = try stage.daemon.connect()
        switch self {
        case .wouldPerform:
            let link = ["url": "t://complain"]
            return [try client.outcome("Verify", link), try client.outcome("Explain", link)]
        case .actionNotFound:
            return try ["Plain.nothing", "Nowhere.say"].map { try client.outcome("Open", ["action": $0]) }
        case .timeout:
            let outcome = try client.open("t://hang")
            // The program's child ignores SIGTERM and keeps its pipes open. The daemon did not wait for it, and it is
            // gone now too.
            try stage.awaitNobodyHolds()
            return [outcome]
        case .cancelled: return [try shutDown(stage, client).cancelled]
        case .shuttingDown: return try shutDown(stage, client).refused
        case .overloaded: return [try stage.occupy(16).open("t://wait")]
        case .bindingUnknown:
            let binding = try client.verify("t://say")
            _ = try client.outcome("Perform", ["binding": binding])
            return try [binding, String(repeating: "0", count: 32), "", "☃"].map {
                try client.outcome("Perform", ["binding": $0])
            }
        case .bindingForeign:
            return [try stage.daemon.connect().outcome("Perform", ["binding": client.verify("t://say")])]
        case .bindingStale:
            let binding = try client.verify("t://say")
            try stage.daemon.replaceTable(CodeTable.text() + "\n# changed\n")
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            return [try client.outcome("Perform", ["binding": binding])]
        case .replayed:
            let call = ["url": "t://print/x", "idempotencyKey": "k"]
            let first = try client.outcome("Open", call)
            let again = try stage.daemon.connect().outcome("Open", call)
            guard first["outcomeId"] == again["outcomeId"], again["execution.stdout.text"].text == "x" else {
                throw TestFailure("\(first) and \(again)")
            }
            return [again]
        case .conflict:
            _ = try client.outcome("Open", ["url": "t://say", "idempotencyKey": "k"])
            return [try client.outcome("Open", ["url": "t://print/x", "idempotencyKey": "k"])]
        case .inProgress:
            try begin(stage, client)
            return [try stage.daemon.connect().outcome("Open", ["url": "t://wait", "idempotencyKey": "k"])]
        case .unknownEffect:
            try begin(stage, client)
            try stage.daemon.restartKilled()
            return [try stage.daemon.connect().outcome("Open", ["url": "t://wait", "idempotencyKey": "k"])]
        }
    }

    /// Begins a request with a key whose program keeps running.
    private func begin(_ stage: CodeStage, _ client: RawClient) throws {
        let call = ["url": "t://wait", "idempotencyKey": "k"]
        try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", call))
        try stage.awaitPrograms(1)
    }

    /// A program that ignores SIGTERM delays the end of the daemon, which accepts no requests meanwhile.
    private func shutDown(
        _ stage: CodeStage, _ client: RawClient
    ) throws -> (cancelled: JSONTree, refused: [JSONTree]) {
        let other = try stage.daemon.connect()
        let binding = try other.verify("t://say")
        try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://resist"]))
        try stage.awaitPrograms(1)
        stage.daemon.program.signal(SIGTERM)
        try stage.daemon.notifications.await("STOPPING=1")
        let refused = [
            try other.open("t://say"), try other.outcome("Perform", ["binding": binding]),
            try other.outcome("Verify", ["url": "t://say"]),
        ]
        guard let cancelled = try client.receive()?["parameters.outcome"] else { throw TestFailure("no answer") }
        return (cancelled, refused)
    }
}
