import TestSupport

/// A program that a test started; the test ends it, by its process id.
final class Program {
    /// The way in which a program ended.
    enum Exit: Equatable {
        case code(Int32)
        case signal(Int32)

        fileprivate init(_ exit: ChildProgram.Exit) {
            switch exit {
            case .code(let code): self = .code(code)
            case .signal(let signal): self = .signal(signal)
            }
        }
    }

    /// The result of a program that ran to its end.
    struct Run {
        let exit: Exit
        let output: String
        let errors: String

        /// The lines of its output, each parsed as JSON.
        var lines: [JSONTree] {
            get throws { try output.split(separator: "\n").map { try JSONTree(parsing: Array($0.utf8)) } }
        }
    }

    private let child: ChildProgram

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - descriptors: its descriptors 0, 1, 2, …; nil stands for a closed one.
    ///   - blocksSignals: true to start it with all signals blocked, as a careless parent may leave them.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], descriptors: [Int32?],
        blocksSignals: Bool = false
    ) throws {
        child = try ChildProgram(
            path, arguments, environment: environment, descriptors: descriptors, blocksSignals: blocksSignals)
    }

    var processID: Int32 { child.processID }
    /// Becomes readable when the program has ended.
    var endDescriptor: Int32 { child.endDescriptor }
    /// Nil until a wait has found the end.
    var exit: Exit? { child.exit.map { Exit($0) } }

    /// Sends a signal, unless the program has ended.
    func signal(_ number: Int32) { child.signal(number) }

    /// Waits for its end.
    @discardableResult
    func wait(_ milliseconds: Int32 = Patience.milliseconds) throws -> Exit { Exit(try child.wait(milliseconds)) }

    /// Kills the program, unless it has ended.
    func kill() { child.kill() }

    // MARK: To its end

    /// Runs a program to its end.
    static func run(
        _ path: String, _ arguments: [String], input: String = "", environment: [String: String] = [:],
        patience milliseconds: Int32 = Patience.milliseconds
    ) throws -> Run {
        let run = try ChildProgram.run(
            path, arguments, input: input, environment: environment, patience: milliseconds)
        return Run(exit: Exit(run.exit), output: run.output, errors: run.errors)
    }

    /// Runs `deeplinkctl` to its end.
    static func tool(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> Run {
        try run(Products.tool, arguments, input: input, environment: environment)
    }
}
