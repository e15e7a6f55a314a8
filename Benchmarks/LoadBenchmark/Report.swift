import BenchmarkSupport
import CAllocationCount
import Routing
import TestTables

/// Measures and prints line by line, and counts the measurements over their limits.
struct Report {
    private static let widths = [30, 12, 12, 8, 8, 16, 8]

    private let words: [String]
    private let isChecking: Bool
    private var failures = 0

    init(arguments: [String]) {
        isChecking = arguments.contains("--check")
        words = arguments.dropFirst().filter { !$0.hasPrefix("--") }
        // Memory that the program and its libraries load once does not belong to a table.
        keep(Self.ruleset(of: TableText.features(1000).bytes()))
        Self.print(["", "time", "reference", "ratio", "limit", "bytes/route", "limit", "peak"])
    }

    /// Ends the report; returns the exit status.
    func finish() -> Int32 {
        if failures > 0 { Swift.print("\(failures) beyond the limit") }
        return isChecking && failures > 0 ? 1 : 0
    }

    /// Measures one table.
    ///
    /// - Parameters:
    ///   - plain: a table to load as the reference, instead of filling the dictionary.
    ///   - limit: the ratio of the time to the reference.
    ///   - byteLimit: the resident bytes per route after the table is loaded and its text freed.
    mutating func load(_ table: TableText, beside plain: TableText? = nil, limit: Double, byteLimit: Int) {
        guard words.isEmpty || words.contains(where: table.name.contains) else { return }
        let bytes = Self.memory(of: table)
        let peak = ProcessMemory.peak
        let text = table.bytes()
        let plainText = plain?.bytes()
        var (times, references, ratios) = ([Double](), [Double](), [Double]())
        for _ in 0..<(table.count > 100_000 ? 5 : 9) {
            let time = Self.milliseconds { keep(Self.ruleset(of: text)) }
            let reference = Self.milliseconds {
                if let plainText { keep(Self.ruleset(of: plainText)) } else { keep(Self.dictionary(table.count)) }
            }
            times.append(time)
            references.append(reference)
            ratios.append(time / reference)
        }
        let ratio = Self.median(ratios)
        let isBeyond = ratio > limit || bytes > byteLimit
        if isBeyond { failures += 1 }
        Self.print([
            table.name, Self.median(times).rounded(toPlaces: 1) + " ms",
            Self.median(references).rounded(toPlaces: 1) + " ms", ratio.rounded(toPlaces: 2),
            limit.rounded(toPlaces: 1), "\(bytes)", "\(byteLimit)",
            "\(peak >> 20) MiB" + (isBeyond ? "  beyond its limit" : ""),
        ])
    }

    /// The resident bytes per route.
    ///
    /// Freed memory is returned to the system before and after: it does not belong to the table.
    private static func memory(of table: TableText) -> Int {
        allocation_trim()
        let before = ProcessMemory.resident
        let ruleset = ruleset(of: table.bytes())
        allocation_trim()
        let bytes = (ProcessMemory.resident - before) / table.count
        keep(ruleset)
        return bytes
    }

    private static func ruleset(of text: [UInt8]) -> Ruleset {
        let result = RulesetLoader.load(TableFile(name: "routes.conf", bytes: text))
        guard let ruleset = result.ruleset else { fatalError("\(result.reports.prefix(3))") }
        return ruleset
    }

    private static func dictionary(_ count: Int) -> [String: Int] {
        var dictionary: [String: Int] = [:]
        for number in 0..<count { dictionary["app\(number)"] = number }
        return dictionary
    }

    private static func milliseconds(_ body: () -> Void) -> Double {
        ContinuousClock().measure(body) / .milliseconds(1)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func print(_ columns: [String]) {
        let padded = zip(columns, widths + [0]).map { text, width in
            text + String(repeating: " ", count: max(1, width - text.utf8.count))
        }
        Swift.print(padded.joined())
    }
}
