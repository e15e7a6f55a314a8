package import Conf
package import Contract

extension Diagnostic {
    /// The diagnostic as it goes over the wire, its places as lines and columns.
    package func report(in sources: [SourceText]) -> DiagnosticReport {
        func position(_ place: SourceRange) -> (file: String, line: Int, column: Int) {
            guard sources.indices.contains(place.file) else { return ("", 1, 1) }
            let (line, column) = sources[place.file].position(of: place.offset)
            return (sources[place.file].name, line, column)
        }
        let (file, line, column) = position(place)
        return DiagnosticReport(
            code: code.rawValue, severity: severity.rawValue, file: file, line: line, column: column,
            message: message, help: help, witness: witness,
            related: related.map { related in
                let (file, line, column) = position(related.place)
                return .init(file: file, line: line, column: column, note: related.note)
            })
    }
}
