// Reads the lines about the unit that a program runs as:
//
//     scope yes       a transient unit of the user's service manager
//     memory 512m     all of its processes together
//     tasks 16
//     cpu 50%         half of one processor
//
// The manager of the machine is never asked: before systemd 256 polkit does not get the name of a transient unit, so a rule
// that allows one allows any, as root.

import Conf
import Features
import Routing

/// Reads `scope`, `memory`, `tasks` and `cpu`.
struct ProgramUnitReader: BlockReader {
    private static let scope = PerformerLine("scope", DirectiveForm("scope yes", 1...1, once: true))
    private static let memory = PerformerLine("memory", DirectiveForm("memory BYTES", 1...1, once: true))
    private static let tasks = PerformerLine("tasks", DirectiveForm("tasks COUNT", 1...1, once: true))
    private static let cpu = PerformerLine("cpu", DirectiveForm("cpu PERCENT%", 1...1, once: true))

    /// All of them, in the order of help.
    static let lines = [scope, memory, tasks, cpu]

    /// *Units and range*: bytes; less would not hold any program.
    private static let memoryRange = 1 << 20...1 << 40
    private static let taskRange = 1...32_768
    /// *Units and range*: parts of a hundred of one processor.
    private static let cpuRange = 1...100_000

    let table: TableReading

    /// Reads the lines of an action; nil where it has no unit, or a line was reported.
    func read(_ action: StatementChecker.Block<ActionDirective>) -> ProgramUnit? {
        func find(_ line: PerformerLine) -> Int? { action.statements(of: .line(line)).first }
        var unit = ProgramUnit()
        if let line = find(Self.memory) { unit.memoryBytes = readMemory(line) }
        if let line = find(Self.tasks) {
            unit.tasks = read(line, Quantity.count(word(1, line)), in: Self.taskRange, "a number, as in `tasks 16`")
        }
        if let line = find(Self.cpu) { unit.cpuPercent = readShare(line) }
        guard let scope = find(Self.scope) else {
            for limit in [Self.memory, Self.tasks, Self.cpu].compactMap(find) {
                report(
                    .misplacedDirective, place(0, limit), "`\(word(0, limit))` is a limit of a unit",
                    help: "add the line `scope yes`, by which the program runs as a unit of its own")
            }
            return nil
        }
        guard word(1, scope) == "yes" else {
            return refuse(
                .badValue, place(1, scope), "`\(word(1, scope))` is not a valid value for `scope`",
                help: "write `scope yes`; a program runs beside the daemon without the line")
        }
        return hasUserManager(scope) ? unit : nil
    }

    /// True if the daemon that serves the line has a service manager that starts units for it; reported where not.
    private func hasUserManager(_ statement: Int) -> Bool {
        guard !hasSession else { return true }
        let forUsers = table.package.map { "write `instances user` below `package \($0.name)`" }
        report(
            .misplacedDirective, document.place(of: statement), "the system instance starts no units without a file",
            help:
                "remove it, or start a unit that has a file with `unit NAME.service start`; for programs of each user "
                + (forUsers ?? "put the file into /usr/lib/deeplinkd/user/routes.conf.d"))
        return false
    }

    private func readMemory(_ statement: Int) -> Int? {
        let text = word(1, statement)
        let bytes =
            text.hasSuffix("g")
            ? Quantity.count(String(text.dropLast())).flatMap { $0 <= 1024 ? $0 << 30 : nil } : Quantity.bytes(text)
        return read(statement, bytes, in: Self.memoryRange, "bytes from 1m to 1024g, as in `memory 512m`")
    }

    private func readShare(_ statement: Int) -> Int? {
        let text = word(1, statement)
        let percent = text.hasSuffix("%") ? Quantity.count(String(text.dropLast())) : nil
        return read(statement, percent, in: Self.cpuRange, "a part of one processor, as in `cpu 50%`")
    }

    private func read(_ statement: Int, _ value: Int?, in range: ClosedRange<Int>, _ help: String) -> Int? {
        if let value, range.contains(value) { return value }
        return refuse(
            .badValue, place(1, statement), "`\(word(1, statement))` is not a valid value for `\(word(0, statement))`",
            help: help)
    }
}
