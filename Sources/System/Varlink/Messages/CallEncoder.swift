/// A client's call → message bytes, NUL included.
///
/// Flags that are false and parameters that are empty are left out: servers that compare whole messages count them as
/// differences, and the specification asks for it.
package enum CallEncoder {
    /// Appends a call of any method of any service.
    package static func append(
        method: String, parameters: [Value.Member], oneway: Bool = false, more: Bool = false,
        to buffer: inout [UInt8]
    ) {
        append(method: method, oneway: oneway, more: more, to: &buffer) { $0.object(parameters) }
    }

    /// Appends a call with the parameters that `write` writes as an object.
    package static func append(
        method: String, oneway: Bool = false, more: Bool = false, to buffer: inout [UInt8],
        parameters write: (inout JSONWriter) -> Void
    ) {
        var parameters = JSONWriter()
        write(&parameters)
        let text = String(decoding: parameters.finish(), as: UTF8.self)
        var writer = JSONWriter(buffer.released())
        writer.beginObject()
        writer.member("method", method)
        if text != "{}" {
            writer.name("parameters")
            writer.raw(text)
        }
        if oneway { writer.flag("oneway") }
        if more { writer.flag("more") }
        writer.endObject()
        writer.endMessage()
        buffer = writer.finish()
    }
}
