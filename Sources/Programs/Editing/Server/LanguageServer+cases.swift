import Conf
import Routing
import Varlink

/// The command of the lenses.
extension LanguageServer {
    /// Runs the cases of a route, or one case, and says what they gave.
    func execute(_ parameters: Value) throws(RPCFault) -> Value {
        guard parameters["command"]?.text == LensAnswer.command else {
            throw .parameters("the only command is `\(LensAnswer.command)`")
        }
        let words = parameters["arguments"]?.elements?.compactMap(\.text) ?? []
        guard words.count == 2, let file = workspace.files[words[0]] else {
            throw .parameters("the arguments are the URI of an open file, and a route or a case")
        }
        let all: [CheckedCases] =
            switch file.kind {
            case .cases: [workspace.cases(at: file.path)].compactMap(\.self)
            case .table: workspace.cases(about: workspace.table(of: file.path))
            }
        for cases in all { cases.run(.max) }
        let verdicts = all.verdicts.filter {
            file.kind == .cases ? $0.name == words[1] : $0.routeName == words[1]
        }
        for cases in all { if let open = workspace.files.file(at: cases.path) { stale.append(open.uri) } }
        let failed = verdicts.filter { !$0.failures.isEmpty }
        let sentence = "\(words[1]): \(verdicts.count - failed.count) passed, \(failed.count) failed"
        let lines = [sentence] + failed.prefix(10).map { "\($0.name): " + $0.failures.joined(separator: "; ") }
        let message = lines.joined(separator: "\n")
        notify(
            "window/showMessage",
            .object([.init("type", failed.isEmpty ? 3 : 1), .init("message", .string(message))]))
        return .string(message)
    }
}
