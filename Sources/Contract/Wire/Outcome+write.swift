// Nearly every reply is an outcome, so it is written by hand: the list of its members needs a copy of it first, and costs
// more than twice as much. A test holds the two together.

extension Outcome {
    /// Writes the outcome as an object, as its list has it.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("outcomeId", outcomeId)
        writeCode(to: &writer)
        writer.member("message", message)
        writer.member("url", url)
        writer.member("route", route)
        writer.member("feature", feature)
        writer.member("action", action)
        if !parameters.isEmpty {
            writer.name("parameters")
            writer.object(parameters)
        }
        if !ignored.isEmpty { writer.value("ignored", ignored) }
        writer.member("primary", primary)
        if !constraints.isEmpty { writer.value("constraints", constraints) }
        if !remedies.isEmpty { writer.value("remedies", remedies) }
        if let rejection { writer.value("rejection", rejection) }
        if let execution { writer.value("execution", execution) }
        if let result { writer.value("result", result) }
        writer.member("text", text)
        if !via.isEmpty { writer.value("via", via) }
        if isReplayed { writer.flag("replayed") }
        writer.member("tableRevision", tableRevision)
        writer.member("stateRevision", stateRevision)
        if let timings { writer.value("timings", timings) }
        writer.endObject()
    }

    /// Writes the class, which is the code's first word, and the code.
    private func writeCode(to writer: inout JSONWriter) {
        let bytes = code.rawValue.utf8.span
        var dot = 0
        while dot < bytes.count, bytes[dot] != UInt8(ascii: ".") { dot += 1 }
        writer.member("class", bytes.extracting(..<dot))
        writer.member("code", bytes)
    }
}
