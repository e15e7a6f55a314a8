// Writes an outcome. Nearly every reply is one, so it is written by hand: the list of its members needs a copy of it
// first, and costs more than twice as much. A test holds the two together.

extension Outcome {
    /// Writes the outcome as an object, as its list has it.
    ///
    /// - Parameter reports: its constraints and remedies, where they were written before.
    package func write(to writer: inout JSONWriter, id: Span<UInt8>? = nil, reports: WrittenReports? = nil) {
        writer.beginObject()
        if let id { writer.member("outcomeId", id) } else { writer.member("outcomeId", outcomeId) }
        writeCode(to: &writer)
        writer.member("message", message)
        writer.member("url", url)
        writer.member("route", route)
        writer.member("feature", feature)
        writer.member("title", title)
        writer.member("action", action)
        if !parameters.isEmpty {
            writer.name("parameters")
            writer.object(parameters)
        }
        if !ignored.isEmpty { writer.value("ignored", ignored) }
        writer.member("primary", primary)
        if let reports {
            writer.members(reports.bytes.span)
        } else {
            Self.write(constraints, remedies, to: &writer)
        }
        if let rejection { writer.value("rejection", rejection) }
        if let execution { writer.value("execution", execution) }
        if let result { writer.value("result", result) }
        writer.member("text", text)
        if let cached { writer.value("cached", cached) }
        if let instead { writer.value("instead", instead) }
        if !interceptors.isEmpty { writer.value("interceptors", interceptors) }
        if !via.isEmpty { writer.value("via", via) }
        if isReplayed { writer.flag("replayed") }
        writer.member("tableRevision", tableRevision)
        writer.member("stateRevision", stateRevision)
        if let timings { writer.value("timings", timings) }
        writer.endObject()
    }

    /// Writes the constraints and remedies, those that there are.
    fileprivate static func write(
        _ constraints: [ConstraintReport], _ remedies: [Remedy], to writer: inout JSONWriter
    ) {
        if !constraints.isEmpty { writer.value("constraints", constraints) }
        if !remedies.isEmpty { writer.value("remedies", remedies) }
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

/// The constraints and remedies of a refusal, written for an audience: the largest part of a blocked link's outcome, and the
/// same for every link while no fact changes.
///
/// *Shape*: `"constraints":[…],"remedies":[…]`.
package struct WrittenReports: Sendable {
    fileprivate let bytes: [UInt8]

    /// Writes them.
    package init(_ constraints: [ConstraintReport], _ remedies: [Remedy], for audience: Audience) {
        var writer = JSONWriter()
        Outcome.write(
            audience == .operator ? constraints : constraints.map(\.forAnyone), remedies, to: &writer)
        bytes = writer.finish()
    }
}
