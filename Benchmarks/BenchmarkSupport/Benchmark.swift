// A benchmark program: a list of measurements, printed as a table. With `--check` it fails if a measurement exceeds the
// ratio recorded beside it. The limits are generous: only a slower program should fail, not a noisy machine.

/// Measures and prints, line by line, and counts the measurements over their limits.
package struct Benchmark {
    private static let widths = [34, 10, 10, 10, 10, 14]

    private let stopwatch = Stopwatch()
    private let allocationCount: (() -> UInt64)?
    private let isChecking: Bool
    private var failures = 0

    /// Prints the head of the table.
    ///
    /// - Parameters:
    ///   - arguments: the program's arguments; `--check` switches the checks on.
    ///   - allocationCount: returns the number of allocations so far; nil if the program does not count them.
    package init(arguments: [String], allocationCount: (() -> UInt64)? = nil) {
        self.allocationCount = allocationCount
        isChecking = arguments.contains("--check")
        Self.print(["", "ns", "ns/byte", "ratio", "limit", "allocations"])
    }

    /// Measures one operation and prints its line.
    ///
    /// - Parameters:
    ///   - bytes: the length of the input of one operation, if a time per byte is useful.
    ///   - operations: how many operations one call of `body` performs.
    ///   - limit: the largest ratio to the reference that passes `--check`.
    ///   - allocations: the most allocations per operation that pass `--check`.
    @discardableResult
    package mutating func measure(
        _ name: String, bytes: Int? = nil, operations: Int = 1, limit: Double? = nil, allocations: Double? = nil,
        _ body: () -> Void
    ) -> Measurement {
        let measured = stopwatch.measure(operations: operations, body)
        let allocated = allocationsOfOne(operations, body)
        let isBeyond = measured.ratio > limit ?? .infinity || allocated ?? 0 > allocations ?? .infinity
        if isBeyond { failures += 1 }
        Self.print([
            name, measured.nanoseconds.rounded(toPlaces: 1),
            bytes.map { (measured.nanoseconds / Double(max(1, $0))).rounded(toPlaces: 2) } ?? "",
            measured.ratio.rounded(toPlaces: 2), limit.map { $0.rounded(toPlaces: 2) } ?? "",
            (allocated.map { $0.rounded(toPlaces: 1) } ?? "") + (isBeyond ? "  beyond its limit" : ""),
        ])
        return measured
    }

    /// Prints the end of the table.
    ///
    /// Returns: the exit status, 1 if limits are checked and one was exceeded.
    package consuming func finish() -> Int32 {
        Swift.print("\nratio: to \(Stopwatch.referenceBytes) dependent multiplications, measured beside each line")
        guard isChecking, failures > 0 else { return 0 }
        Swift.print("\(failures) beyond the limit")
        return 1
    }

    private func allocationsOfOne(_ operations: Int, _ body: () -> Void) -> Double? {
        guard let allocationCount else { return nil }
        let rounds = 16
        let before = allocationCount()
        for _ in 0..<rounds { body() }
        return Double(allocationCount() - before) / Double(rounds * max(1, operations))
    }

    private static func print(_ columns: [String]) {
        let padded = zip(columns, widths).map { text, width in
            text + String(repeating: " ", count: max(1, width - text.utf8.count))
        }
        Swift.print(padded.joined())
    }
}
