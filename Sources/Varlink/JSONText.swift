package import Contract

/// JSON for people and programs that read lines: the same text as on the socket, without the NUL.
package enum JSONText {
    /// The compact text of a value, on one line.
    package static func text(of value: Value) -> String {
        text { $0.value(value) }
    }

    /// The compact text of an outcome, on one line.
    package static func text(of outcome: Outcome) -> String {
        text { $0.outcome(outcome) }
    }

    /// The compact text of a diagnostic, on one line.
    package static func text(of diagnostic: DiagnosticReport) -> String {
        text { $0.diagnostic(diagnostic) }
    }

    /// The compact text of a feature, on one line.
    package static func text(of feature: FeatureReport) -> String {
        text { $0.feature(feature) }
    }

    /// The compact text of a considered route, on one line.
    package static func text(of candidate: CandidateReport) -> String {
        text { $0.candidate(candidate) }
    }

    /// The value that a text stands for.
    ///
    /// *Throws*: `json`.
    package static func value(of text: String) throws(FramingError) -> Value {
        let bytes = Array(text.utf8)
        return try ValueDecoder.decode(bytes.span)
    }

    private static func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.finish(), as: UTF8.self)
    }
}
