import Varlink

/// A message of JSON-RPC 2.0 from an editor.
enum RPCMessage {
    /// A request is answered once, by its id.
    case request(id: Value, method: String, parameters: Value)
    case notification(method: String, parameters: Value)
    /// The answer to a request of the server.
    case response(id: Value)

    /// Reads one message.
    ///
    /// *Throws*: the fault to answer with; without an id, since that could not be read.
    init(_ body: [UInt8]) throws(RPCFault) {
        let value: Value
        do throws(FramingError) {
            value = try ValueDecoder.decode(body.span, allowsDuplicates: true)
        } catch {
            throw RPCFault(.parseError, "the message is not JSON: \(error.clause)")
        }
        guard case .object = value else { throw RPCFault(.invalidRequest, "a message is one JSON object") }
        let id = value["id"]
        guard let method = value["method"] else {
            guard let id, value["result"] != nil || value["error"] != nil else {
                throw RPCFault(.invalidRequest, "a message has a `method`")
            }
            self = .response(id: id)
            return
        }
        guard let method = method.text else { throw RPCFault(.invalidRequest, "`method` is a string") }
        let parameters = value["params"] ?? .null
        switch id {
        case nil: self = .notification(method: method, parameters: parameters)
        case .integer, .string: self = .request(id: id ?? .null, method: method, parameters: parameters)
        default: throw RPCFault(.invalidRequest, "`id` is a number or a string")
        }
    }
}

/// An error that a request is answered with.
struct RPCFault: Error, Equatable {
    /// The codes of JSON-RPC and of LSP.
    enum Code: Int64 {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParameters = -32602
        case notInitialized = -32002
        case requestFailed = -32803
        case cancelled = -32800
    }

    let code: Code
    /// One sentence.
    let message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// What an editor sends has not the form that it should have.
    static func parameters(_ message: String) -> RPCFault { RPCFault(.invalidParameters, message) }
}

/// Messages to an editor.
enum RPCOutput {
    /// A message with its header.
    static func frame(_ message: Value) -> [UInt8] {
        let text = Array(JSONText.text(of: message).utf8)
        return Array("Content-Length: \(text.count)\r\n\r\n".utf8) + text
    }

    /// The answer to a request.
    static func result(_ value: Value, to id: Value) -> Value {
        .object([.init("jsonrpc", "2.0"), .init("id", id), .init("result", value)])
    }

    /// The refusal of a request; the id is null where it could not be read.
    static func refusal(_ fault: RPCFault, to id: Value = .null) -> Value {
        let error: Value = .object([
            .init("code", .integer(fault.code.rawValue)), .init("message", .string(fault.message)),
        ])
        return .object([.init("jsonrpc", "2.0"), .init("id", id), .init("error", error)])
    }

    /// A message that is not answered.
    static func notification(_ method: String, _ parameters: Value) -> Value {
        .object([.init("jsonrpc", "2.0"), .init("method", .string(method)), .init("params", parameters)])
    }

    /// A request of the server.
    static func request(_ number: Int64, _ method: String) -> Value {
        .object([.init("jsonrpc", "2.0"), .init("id", .integer(number)), .init("method", .string(method))])
    }
}
