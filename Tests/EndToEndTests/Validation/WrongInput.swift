import TestSupport

/// A call with one deviation from what its method declares, and the reply that it must get.
struct WrongInput {
    enum Answer: Equatable {
        /// Any that the descriptions allow.
        case any
        /// The error `InvalidParameter` that names one of these.
        case invalid([String])
        /// Any but the error `InvalidParameter` that names this.
        case valid(String)
        /// The error `MethodNotImplemented`.
        case notImplemented
        /// None: the connection is closed.
        case closed
        /// None, and the connection stays open.
        case silent
    }

    let call: String
    let answer: Answer

    /// One value of each JSON type, and numbers that are no 64-bit integers.
    private static let values = [
        "null", "true", "7", "1.5", "18446744073709551616", #""x""#, "[]", "{}", "[null]", "[7]", #"["x"]"#, "[{}]",
        #"{"undeclared":7}"#,
    ]

    /// Every deviation of one method's calls.
    static func all(of name: String, _ method: IDL.Method, in served: ServedInterfaces) throws -> [WrongInput] {
        let idl = try served.member(name).idl ?? IDL("interface none.none")
        func input(_ members: [(String, String)], _ answer: Answer, _ rest: String = "") -> WrongInput {
            let list = members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
            return WrongInput(call: "{\"method\":\"\(name)\",\"parameters\":{\(list)}\(rest)}", answer: answer)
        }
        let inputs = method.inputs
        let required = inputs.filter { !$0.kind.isOptional }
        let right = required.map { ($0.name, $0.kind.sample(idl)) }
        var all: [WrongInput] = []
        for field in inputs {
            let others = right.filter { $0.0 != field.name }
            for value in values {
                let faults = served.faults(of: try StrictJSON(value), field.kind, idl, at: "")
                // A null is absent; any other value of the right type may still be refused for what it says.
                // Of URL and action one is needed, so without the other a URL that is absent is refused. An answer to a
                // question needs the permission that was asked for.
                let companion = ["url": "action", "permission": "answer"][field.name]
                let isNeeded = companion.map { name in inputs.contains { $0.name == name } } ?? false
                let answer = value == "null" && !isNeeded ? Answer.valid(field.name) : .any
                all.append(input(others + [(field.name, value)], faults.isEmpty ? answer : .invalid([field.name])))
            }
            if !field.kind.isOptional { all.append(input(others, .invalid([field.name]))) }
            let twice = [(field.name, field.kind.sample(idl)), (field.name, field.kind.sample(idl))]
            all.append(input(others + twice, .closed))
        }
        let missing = required.isEmpty ? Answer.any : .invalid(required.map(\.name))
        all.append(input(right + [("undeclared", "7")], .invalid(["undeclared"])))
        all.append(input([], missing))
        all.append(WrongInput(call: #"{"method":"\#(name)"}"#, answer: missing))
        all.append(WrongInput(call: #"{"method":"\#(name)","parameters":null}"#, answer: missing))
        for value in ["true", "7", "1.5", #""x""#, "[]"] {
            all.append(WrongInput(call: #"{"method":"\#(name)","parameters":\#(value)}"#, answer: .closed))
        }
        all += flags.map { input(right, $0.answer, $0.text) }
        return all
    }

    /// Members around the parameters.
    private static let flags: [(text: String, answer: Answer)] =
        [
            (#","more":true"#, .any), (#","oneway":true"#, .silent), (#","upgrade":true"#, .notImplemented),
            (#","more":true,"oneway":true"#, .closed), (#","oneway":true,"upgrade":true"#, .closed),
            (#","more":true,"upgrade":true"#, .closed), (#","undeclared":true"#, .closed),
            (#","com.example.vendor":true"#, .any),
        ]
        + ["more", "oneway", "upgrade"].flatMap { flag in
            [(#","\#(flag)":null"#, .any), (#","\#(flag)":false"#, .any)]
                + ["7", "1.5", #""x""#, "[]", "{}"].map { (#","\#(flag)":\#($0)"#, .closed) }
        }

    // MARK: The daemon's reply

    /// Sends the call and says what is wrong with the reply.
    func faults(at daemon: RunningDaemon, _ served: ServedInterfaces) throws -> [String] {
        var judge = MessageJudge(served)
        let client = try daemon.connect()
        try client.send(call)
        switch answer {
        case .closed: return try client.isClosedByPeer() ? [] : ["the connection stays open\n> \(call)"]
        case .silent:
            try client.send(#"{"method":"org.varlink.service.GetInfo"}"#)
            let next = try client.receive()
            return next?["parameters.interfaces"] != nil ? [] : ["a reply to a oneway call\n> \(call)"]
        case .any, .invalid, .valid, .notImplemented:
            guard let reply = try client.receiveBytes() else { return ["the connection is closed\n> \(call)"] }
            let text = String(decoding: reply, as: UTF8.self)
            judge.judge([Exchange(call: call, reply: text)])
            return judge.faults
                + (try isAnswer(text) ? [] : ["not the answer \(answer)\n> \(call)\n< \(text.prefix(300))"])
        }
    }

    private func isAnswer(_ text: String) throws -> Bool {
        let reply = try StrictJSON(text)
        let error = reply["error"]?.string
        let isInvalid = error == ServedInterfaces.service + ".InvalidParameter"
        let name = isInvalid ? reply["parameters"]?["parameter"]?.string : nil
        switch answer {
        case .invalid(let names): return name.map(names.contains) == true
        case .valid(let other): return name != other
        case .notImplemented: return error == ServedInterfaces.service + ".MethodNotImplemented"
        case .any, .closed, .silent: return true
        }
    }
}

extension IDL.Kind {
    /// A value of this kind, as JSON.
    fileprivate func sample(_ idl: IDL) -> String {
        switch self {
        case .bool: return "true"
        case .int: return "7"
        case .string: return #""x""#
        case .object: return "{}"
        case .array: return "[]"
        case .optional(let kind): return kind.sample(idl)
        case .named(let name):
            switch idl.types[name] {
            case .enumeration(let words): return #""\#(words.first ?? "")""#
            case .structure(let fields):
                let members = fields.filter { !$0.kind.isOptional }.map { "\"\($0.name)\":\($0.kind.sample(idl))" }
                return "{" + members.joined(separator: ",") + "}"
            case nil: return "null"
            }
        }
    }
}
