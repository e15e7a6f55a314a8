// The language server of `deeplinkctl lsp`, without its streams: bytes of an editor go in, bytes for it come out.
//
//     receive(bytes)   cuts messages off, and puts them behind those that wait
//     step()           serves one message; if none waits, does one portion of other work:
//                      reads a table anew and sends its diagnostics, or runs some cases
//
// The program calls `step` only while nothing is to be read. So a second keystroke comes before the work for the first, whose
// diagnostics are never computed, and `$/cancelRequest` finds its request among those that wait.

import Conf
import Routing
import Varlink

/// Serves one editor.
///
/// *Owner/thread*: the command.
package final class LanguageServer {
    /// How far the session is.
    enum Phase {
        case new, running, shutDown
    }

    let services: EditingServices
    var phase = Phase.new
    var workspace: Workspace
    /// What the editor can do.
    var client = ClientAbilities()
    /// The URIs of open files whose diagnostics are to be sent again.
    var stale: [String] = []
    /// The diagnostics that were sent, by URI; none for a URI without any.
    var published: [String: [Value]] = [:]
    /// The URIs of the files that each table had when its diagnostics were sent.
    var urisOfRoots: [TableRoot: Set<String>] = [:]
    private var frames = FrameReader()
    private var waiting: [(message: RPCMessage, size: Int)] = []
    /// How many of them were served.
    private var served = 0
    private var waitingBytes = 0
    private var output: [UInt8] = []
    private var requestNumber: Int64 = 0
    /// The status to exit with; nil while the session goes on.
    package private(set) var exitStatus: Int32?

    /// Begins a session.
    package init(_ services: EditingServices) {
        self.services = services
        workspace = Workspace(disk: services.disk, unit: .utf16)
    }

    // MARK: Streams

    /// Takes bytes of the editor.
    package func receive(_ bytes: [UInt8]) {
        frames.append(bytes)
        while let frame = frames.next() {
            switch frame {
            case .fault(let sentence): send(RPCOutput.refusal(RPCFault(.parseError, sentence)))
            case .body(let body):
                do throws(RPCFault) {
                    let message = try RPCMessage(body)
                    if !cancels(message) { append(message, body.count) }
                } catch {
                    send(RPCOutput.refusal(error))
                }
            }
        }
    }

    private func append(_ message: RPCMessage, _ size: Int) {
        waiting.append((message, size))
        waitingBytes += size
    }

    /// Whether no more is to be read before some messages are served.
    package var isFull: Bool {
        waiting.count - served >= EditingLimits.waitingMessages || waitingBytes >= EditingLimits.waitingBytes
    }

    /// Whether `step` has something to do.
    package var hasWork: Bool {
        exitStatus == nil && (served < waiting.count || phase == .running && hasBackgroundWork)
    }

    /// Serves one message, or does one portion of other work.
    package func step() {
        guard exitStatus == nil else { return }
        guard served < waiting.count else { return doBackgroundWork() }
        let (message, size) = waiting[served]
        served += 1
        waitingBytes -= size
        if served == waiting.count || served > 1024 {
            waiting.removeFirst(served)
            served = 0
        }
        serve(message)
    }

    /// What is to be sent to the editor since the last call.
    package func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Puts a message behind what is to be sent.
    func send(_ message: Value) { output += RPCOutput.frame(message) }

    /// Puts a notification there.
    func notify(_ method: String, _ parameters: Value) { send(RPCOutput.notification(method, parameters)) }

    /// Asks the editor for something whose answer does not matter.
    func request(_ method: String) {
        requestNumber += 1
        send(RPCOutput.request(requestNumber, method))
    }

    /// Serves what waits, since the editor has closed its end; in the middle of a session that is a failure of its own.
    package func end() {
        while exitStatus == nil, served < waiting.count { step() }
        if exitStatus == nil { exitStatus = phase == .running ? 1 : 0 }
    }

    // MARK: Messages

    /// Whether a message was `$/cancelRequest`; the request is answered where it still waits.
    private func cancels(_ message: RPCMessage) -> Bool {
        guard case .notification("$/cancelRequest", let parameters) = message else { return false }
        let found = waiting.indices.dropFirst(served).first { index in
            if case .request(let id, _, _) = waiting[index].message { return id == parameters["id"] }
            return false
        }
        if let found, case .request(let id, _, _) = waiting[found].message {
            waitingBytes -= waiting.remove(at: found).size
            send(RPCOutput.refusal(RPCFault(.cancelled, "the request was cancelled"), to: id))
        }
        return true
    }

    private func serve(_ message: RPCMessage) {
        switch message {
        case .response: return
        case .notification("exit", _): exitStatus = phase == .shutDown ? 0 : 1
        case .notification(let method, let parameters):
            guard phase == .running else { return }
            do throws(RPCFault) {
                try take(method, parameters)
            } catch {
                // A notification has no answer; editors show this in their logs.
                notify("window/logMessage", .object([.init("type", 1), .init("message", .string(error.message))]))
            }
        case .request(let id, let method, let parameters):
            do throws(RPCFault) {
                send(RPCOutput.result(try answer(method, parameters), to: id))
            } catch {
                send(RPCOutput.refusal(error, to: id))
            }
        }
    }

    private func answer(_ method: String, _ parameters: Value) throws(RPCFault) -> Value {
        switch (phase, method) {
        case (.new, "initialize"): return initialize(parameters)
        case (.new, _): throw RPCFault(.notInitialized, "the first request is `initialize`")
        case (.shutDown, _): throw RPCFault(.invalidRequest, "the server is shut down")
        case (.running, "initialize"): throw RPCFault(.invalidRequest, "the session has begun already")
        case (.running, "shutdown"):
            phase = .shutDown
            return .null
        case (.running, "workspace/executeCommand"): return try execute(parameters)
        case (.running, _):
            let answers = FileAnswers(workspace: workspace, services: services, unit: client.unit)
            return try answers.answer(method, parameters)
        }
    }
}

/// What an editor says that it can do.
struct ClientAbilities {
    var unit = ColumnUnit.utf16
    var refreshesLenses = false
}
