import Conf
import Contract
import Routing

extension Diagnostics {
    /// The rule of reports that is broken, if there is one.
    func brokenRule(in sources: [SourceText]) -> String? {
        guard kept.count <= Limits.diagnostics else { return "reports are bounded" }
        let printer = DiagnosticText(sources: sources)
        for diagnostic in inOrder where printer.text(of: diagnostic).isEmpty { return "every report can be printed" }
        for diagnostic in inOrder where diagnostic.report(in: sources).message.isEmpty {
            return "every report says something"
        }
        return nil
    }
}
