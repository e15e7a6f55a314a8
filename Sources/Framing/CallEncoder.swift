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
        buffer = writer.bytes
    }

    private static func parameters(of request: Request) -> [Value.Member] {
        switch request {
        case .open(let url, let timings): [text(.url, url)] + flag(.timings, timings)
        case .verify(let url): [text(.url, url)]
        case .perform(let binding): [text(.binding, binding)]
        case .explain(let url, let candidates): [text(.url, url)] + flag(.candidates, candidates)
        case .describe(let feature): [text(.feature, feature)]
        case .getInterfaceDescription(let interface): [text(.interface, interface)]
        case .list, .status, .reload, .getInfo: []
        }
    }

    private static func text(_ parameter: Parameter, _ value: String) -> Value.Member {
        Value.Member(parameter.rawValue, .string(value))
    }

    private static func flag(_ parameter: Parameter, _ value: Bool) -> [Value.Member] {
        value ? [Value.Member(parameter.rawValue, .bool(true))] : []
    }
}
