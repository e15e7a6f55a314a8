package import Contract

/// A client's call → message bytes, NUL included.
///
/// Flags that are false and parameters that are empty are left out: servers that compare whole messages count them as
/// differences, and the specification asks for it.
package enum CallEncoder {
    /// Appends one call of ours.
    package static func append(
        _ request: Request, oneway: Bool = false, more: Bool = false, to buffer: inout [UInt8]
    ) {
        append(
            method: request.method.rawValue, parameters: parameters(of: request), oneway: oneway, more: more,
            to: &buffer)
    }

    /// Appends a call of any method of any service.
    package static func append(
        method: String, parameters: [Value.Member], oneway: Bool = false, more: Bool = false,
        to buffer: inout [UInt8]
    ) {
        var writer = JSONWriter(buffer.released())
        writer.beginObject()
        writer.member("method", method)
        if !parameters.isEmpty {
            writer.name("parameters")
            writer.object(parameters)
        }
        if oneway { writer.member("oneway", true) }
        if more { writer.member("more", true) }
        writer.endObject()
        writer.endMessage()
        buffer = writer.finish()
    }

    private static func parameters(of request: Request) -> [Value.Member] {
        switch request {
        case .open(let url, let timings, let subject, let key):
            [text(.url, url)] + flag(.timings, timings) + optional(.subject, subject) + optional(.idempotencyKey, key)
        case .verify(let url, let subject): [text(.url, url)] + optional(.subject, subject)
        case .perform(let binding): [text(.binding, binding)]
        case .explain(let url, let candidates, let subject):
            [text(.url, url)] + flag(.candidates, candidates) + optional(.subject, subject)
        case .list(let subject, let after): optional(.subject, subject) + optional(.after, after)
        case .watch(let subject): optional(.subject, subject)
        case .describe(let feature, let subject): [text(.feature, feature)] + optional(.subject, subject)
        case .setToggle(let feature, let on, let subject):
            [text(.feature, feature)] + position(on) + optional(.subject, subject)
        case .setRuntime(let feature, let on): [text(.feature, feature)] + position(on)
        case .override(let fact, let status, let ttlMs):
            [text(.fact, fact)] + optional(.status, status)
                + (ttlMs.map { [Value.Member(Parameter.ttlMs.rawValue, .integer($0))] } ?? [])
        case .backup(let path): [text(.path, path)]
        case .getInterfaceDescription(let interface): [text(.interface, interface)]
        case .status, .reload, .getInfo: []
        }
    }

    private static func optional(_ parameter: Parameter, _ value: String?) -> [Value.Member] {
        value.map { [text(parameter, $0)] } ?? []
    }

    private static func position(_ on: Bool?) -> [Value.Member] {
        on.map { [Value.Member(Parameter.on.rawValue, .bool($0))] } ?? []
    }

    private static func text(_ parameter: Parameter, _ value: String) -> Value.Member {
        Value.Member(parameter.rawValue, .string(value))
    }

    private static func flag(_ parameter: Parameter, _ value: Bool) -> [Value.Member] {
        value ? [Value.Member(parameter.rawValue, .bool(true))] : []
    }
}
