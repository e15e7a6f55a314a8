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
        return DiagnosticReport {
            ($0.code, $0.severity) = (code.rawValue, severity.rawValue)
            ($0.file, $0.line, $0.column) = position(place)
            ($0.message, $0.help, $0.witness) = (message, help, witness)
            $0.related = related.map { related in
                DiagnosticReport.Place {
                    ($0.file, $0.line, $0.column) = position(related.place)
                    $0.note = related.note
                }
            }
        }
    }
}
