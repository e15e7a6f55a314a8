import Conf
import Features
import Routing

/// Reads `require program PATH`.
struct RequiredProgramReader: RequirementReader {
    static let order = 30
    let table: TableReading

    func requirement(_ statement: Int) -> ProgramRequirement? {
        let words = arguments(statement, from: 2)
        guard let word = words.first, words.count == 1, Name.isPlainPath(word.text), !word.text.contains("$(") else {
            return refuse(
                .badConstraint, words.first?.place ?? document.place(of: statement),
                "a program is named by its absolute path, without arguments and placeholders",
                help: "as in `require program /usr/bin/mpv`")
        }
        // One that is not installed is what the requirement is for; another fault is one that its author may not expect.
        if let fault = table.environment.programFault(word.text), fault.code != .unavailableProgram {
            table.diagnostics.report(
                fault.diagnostic(at: word.place, code: .unavailableProgram, mostSevere: .warning))
        }
        return ProgramRequirement(word.text)
    }
}
