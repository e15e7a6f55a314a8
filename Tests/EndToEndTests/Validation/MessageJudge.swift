import TestSupport

/// Judges every reply by the descriptions that the daemon serves, without any code of the project.
///
/// A reply is right if its members are declared and of their types, and if it may answer its call: an error is one of the
/// method's interface or of `org.varlink.service`, and only a call that fits the declaration of its method succeeds.
struct MessageJudge {
    let served: ServedInterfaces
    /// What is wrong, each with the call and the reply.
    private(set) var faults: [String] = []

    init(_ served: ServedInterfaces) { self.served = served }

    /// Judges replies.
    mutating func judge(_ exchanges: [Exchange]) {
        for exchange in exchanges {
            let found =
                switch exchange.parsed {
                case .success(let (call, reply)): self.found(in: reply, of: call)
                case .failure(let error): ["\(error)"]
                }
            faults += found.map { "\($0)\n> \(exchange.call.prefix(300))\n< \(exchange.reply.prefix(300))" }
        }
    }

    private func found(in reply: StrictJSON, of call: StrictJSON) -> [String] {
        guard let members = reply.presentMembers else { return ["the reply is \(reply.typeName)"] }
        let strange = Set(members.keys).subtracting(["parameters", "error", "continues"])
        if !strange.isEmpty { return ["members that no reply has: \(strange.sorted())"] }
        let parameters = members["parameters"] ?? .object([:])
        switch (members["error"], members["continues"] ?? .bool(false)) {
        case (nil, .bool(let continues)):
            let isAsked = call["more"] == .bool(true)
            return (continues && !isAsked ? ["it continues, but the call does not say more"] : [])
                + answerFaults(parameters, of: call)
        case (.string(let error), .bool(false)): return errorFaults(error, parameters, of: call)
        case (.string, .bool(true)): return ["an error continues"]
        default: return ["error or continues is of another type"]
        }
    }

    // MARK: Answers

    private func answerFaults(_ parameters: StrictJSON, of call: StrictJSON) -> [String] {
        let name = call["method"]?.string ?? ""
        let (_, idl, member) = served.member(name)
        guard let idl, let method = idl.methods[member] else { return ["\(name) is answered, and not declared"] }
        let given = call["parameters"] == .null ? nil : call["parameters"]
        return served.faults(of: given ?? .object([:]), method.inputs, idl, at: "accepted: parameters")
            + served.faults(of: parameters, method.outputs, idl, at: member)
    }

    // MARK: Errors

    private func errorFaults(_ error: String, _ parameters: StrictJSON, of call: StrictJSON) -> [String] {
        let method = call["method"]?.string ?? ""
        let (interface, idl, member) = served.member(error)
        guard [served.member(method).interface, ServedInterfaces.service].contains(interface) else {
            return ["\(error) is no error of the method's interface"]
        }
        guard let idl, let fields = idl.errors[member] else { return ["\(error) is not declared"] }
        let faults = served.faults(of: parameters, fields, idl, at: member)
        guard faults.isEmpty, interface == ServedInterfaces.service else { return faults }
        return isTrue(member, parameters, of: call, method) ? [] : ["\(member) is not true of the call"]
    }

    /// False if an error of `org.varlink.service` says what is not so.
    private func isTrue(
        _ error: String, _ parameters: StrictJSON, of call: StrictJSON, _ method: String
    ) -> Bool {
        let declared = served.method(method)
        switch error {
        case "InvalidParameter":
            let inputs = declared?.inputs.map(\.name) ?? []
            let given = call["parameters"]?.presentMembers?.keys.map { $0 } ?? []
            return parameters["parameter"]?.string.map((inputs + given).contains) == true
        case "InterfaceNotFound":
            let name = parameters["interface"]?.string ?? ""
            let wanted = [served.member(method).interface, call["parameters"]?["interface"]?.string]
            return served.interfaces[name] == nil && wanted.contains(name)
        case "MethodNotFound": return declared == nil && parameters["method"]?.string == method
        case "MethodNotImplemented": return declared != nil && parameters["method"]?.string == method
        case "ExpectedMore": return declared != nil && call["more"] != .bool(true)
        case "ExpectedUpgrade": return declared != nil && call["upgrade"] != .bool(true)
        default: return declared != nil
        }
    }
}
