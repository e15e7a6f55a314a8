internal import Contract
internal import Features
import HostSystem
internal import VarlinkClient

/// What a service is asked for facts, and what its answers mean (VarlinkSource.swift).
enum ServiceAnswer {
    /// The parameters of a question.
    static func parameters(for question: FactQuestion) -> [Value.Member] {
        let name = Value.string(question.key.name)
        let subject = Value.Member("subject", .string(question.holder.description))
        return switch question.key.kind {
        case .permission: [.init("permission", name), subject]
        case .purchase: [.init("product", name), subject]
        // No table names a service for the facts of other kinds, switches aside.
        case .runtime, .platform, .profile, .program, .caller, .toggle, .confirmation: [.init("feature", name)]
        }
    }

    /// What the end of a call says of a fact.
    static func reply(to result: VarlinkCall.Result, for key: FactKey) -> SourceReply {
        switch result {
        case .failure(let error): .failed(reason: "\(error)")
        case .success(.error(let name, _)): .failed(reason: "it answered \(name)")
        case .success(.parameters(let answer)):
            switch key.kind {
            case .permission: permission(answer, key)
            case .purchase: purchase(answer, key)
            case .runtime, .platform, .profile, .program, .caller, .toggle, .confirmation: runtime(answer, key)
            }
        }
    }

    private static func runtime(_ answer: Value, _ key: FactKey) -> SourceReply {
        switch answer["on"] {
        case nil, .null: .facts([:])
        case .bool(let isOn): .facts([key: isOn ? .on : .off])
        default: .failed(reason: "its `on` is neither true nor false")
        }
    }

    private static func permission(_ answer: Value, _ key: FactKey) -> SourceReply {
        switch answer["status"] {
        case nil, .null: return .facts([:])
        case .string(let text):
            guard let status = PermissionStatus(rawValue: text) else { break }
            if status == .unknown { return .undetermined(reason: "it does not know") }
            return .facts([key: .permission(status)], note: answer["reason"]?.text)
        default: break
        }
        return .failed(reason: "its `status` is no status of a permission")
    }

    private static func purchase(_ answer: Value, _ key: FactKey) -> SourceReply {
        switch answer["state"] {
        case nil, .null: return .facts([:])
        case .string(let text):
            guard let state = PurchaseState(rawValue: text) else { break }
            if state == .unknown { return .undetermined(reason: "it does not know") }
            return purchase(answer, key, state)
        default: break
        }
        return .failed(reason: "its `state` is no state of a purchase")
    }

    private static func purchase(_ answer: Value, _ key: FactKey, _ state: PurchaseState) -> SourceReply {
        var numbers: [String: Int64] = [:]
        for name in ["units", "endsMs", "graceEndsMs"] {
            switch answer[name] {
            case nil, .null: continue
            case .integer(let number) where number >= 0: numbers[name] = number
            default: return .failed(reason: "its `\(name)` is no whole number from 0 on")
            }
        }
        let purchase = Purchase(
            state, units: numbers["units"].flatMap(Int.init(exactly:)), endsMs: numbers["endsMs"],
            graceEndsMs: numbers["graceEndsMs"])
        return .facts([key: .purchase(purchase)])
    }
}
