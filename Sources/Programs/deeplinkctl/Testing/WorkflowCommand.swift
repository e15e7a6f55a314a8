internal import Conf

/// A command of a GitHub workflow, which marks a line of a pull request.
///
/// *Shape*: `::error file=routes.cases,line=7,title=an episode has a name::expected ok.wouldPerform, got …`
struct WorkflowCommand {
    /// *Shape*: `error`, `warning` or `notice`.
    let kind: String
    /// The file and the line, from 1; nil for what has no place.
    let place: (file: String, line: Int)?
    let title: String
    let text: String

    /// The command, without a line end.
    var line: String {
        let position = place.map { "file=\(Self.property($0.file)),line=\($0.line)," } ?? ""
        return "::\(kind) \(position)title=\(Self.property(title))::\(Self.escaped(text))"
    }

    private static func property(_ text: String) -> String {
        escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("%", with: "%25").split(separator: "\n", omittingEmptySubsequences: false)
            .map { Escaping.printable(String($0)) }.joined(separator: "%0A")
    }
}
