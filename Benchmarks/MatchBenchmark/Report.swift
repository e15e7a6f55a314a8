import BenchmarkSupport
import CAllocationCount
import Links
import Matching

/// Measures and prints line by line, and counts the measurements over their limits.
struct Report {
    private static let widths = [40, 12, 12, 10, 10, 30]
    /// Links that are parsed together before the lookups: few enough to stay in the first-level cache, like the one link of
    /// a call, while the table stays as cold as it would be.
    private static let passes = 41
    private static let batches = 32

    private let words: [String]
    private let isChecking: Bool
    private var failures = 0

    init(arguments: [String]) {
        isChecking = arguments.contains("--check")
        words = arguments.dropFirst().filter { !$0.hasPrefix("--") }
        Self.print(["", "time", "reference", "ratio", "limit", ""])
    }

    func isWanted(_ name: String) -> Bool { words.isEmpty || words.contains { name.contains($0) } }

    /// Ends the report; returns the exit status.
    func finish() -> Int32 {
        if failures > 0 { Swift.print("\(failures) beyond the limit") }
        return isChecking && failures > 0 ? 1 : 0
    }

    // MARK: Matching

    /// Measures lookups of random links.
    mutating func match(
        _ name: String, _ index: borrowing RouteIndex, _ url: (Int) -> String, keys: Int, limit: Double
    ) {
        guard isWanted(name) else { return }
        let reference = Dictionary(uniqueKeysWithValues: (0..<keys).map { ("app\($0)", $0) })
        var generator = Generator(state: 42)
        var (times, references, ratios) = ([Double](), [Double](), [Double]())
        var (allocations, found) = (UInt64(0), 0)
        var match = Match()
        for pass in 0...Self.passes {
            var (time, referenceTime) = (0.0, 0.0)
            for _ in 0..<Self.batches {
                let numbers = InlineArray<64, Int> { _ in generator.next(below: keys) }
                let batch = InlineArray<64, Held> { Held(link: Table.link(url(numbers[$0]))) }
                let texts = InlineArray<64, String> { "app\(numbers[$0])" }
                let before = allocation_count()
                time += Self.time(index, batch, &match, &found)
                allocations += allocation_count() - before
                referenceTime += nanoseconds {
                    for place in texts.indices where reference[texts[place]] == nil { found += 1 }
                }
            }
            // The first pass warms up.
            guard pass > 0 else { continue }
            times.append(time / Double(Self.batches * 64))
            references.append(referenceTime / Double(Self.batches * 64))
            ratios.append(time / referenceTime)
        }
        keep(found)
        line(
            name, median(times).rounded(toPlaces: 1) + " ns", median(references).rounded(toPlaces: 1) + " ns",
            median(ratios), limit, "\(allocations) allocations", isBeyond: allocations > 0)
    }

    /// Measures the search for the nearest route of a link that no route accepts, as the daemon does it: others wait
    /// meanwhile, so its limit is an absolute time.
    mutating func nearest(_ name: String, _ index: borrowing RouteIndex, _ url: String) {
        guard isWanted(name) else { return }
        let link = Table.link(url)
        let reference = ["app": 1]
        var (times, references, found) = ([Double](), [Double](), 0)
        for pass in 0...Self.passes {
            let start = ContinuousClock.now
            for _ in 0..<64 { found += index.trace(link, nearest: RouteIndex.fewCandidates).count }
            let time = (ContinuousClock.now - start) / .nanoseconds(64)
            let referenceTime = nanoseconds { for _ in 0..<64 where reference[link.href] == nil { found += 1 } } / 64
            guard pass > 0 else { continue }
            times.append(time)
            references.append(referenceTime)
        }
        keep(found)
        let time = median(times)
        line(
            name, (time / 1000).rounded(toPlaces: 1) + " us", median(references).rounded(toPlaces: 1) + " ns",
            time / median(references), 20_000 / median(references), "at most 20 us", isBeyond: time > 20_000)
    }

    /// *Units*: nanoseconds for the lookups of all links.
    ///
    /// Links are large, and borrowing one out of an array moves it; that time is measured too, and subtracted.
    private static func time(
        _ index: borrowing RouteIndex, _ batch: borrowing InlineArray<64, Held>, _ match: inout Match,
        _ found: inout Int
    ) -> Double {
        let start = ContinuousClock.now
        for place in batch.indices { lend(batch[place].link) }
        let middle = ContinuousClock.now
        for place in batch.indices {
            if case .matched = index.match(batch[place].link, into: &match) { found += 1 }
        }
        return ((ContinuousClock.now - middle) - (middle - start)) / .nanoseconds(1)
    }

    @inline(never)
    private static func lend(_ link: borrowing Link) {}

    // MARK: Building

    /// Measures the building of an index from the texts of the patterns.
    mutating func build(_ table: Table, limit: Double, byteLimit: Int) -> RouteIndex {
        var (times, references) = ([Double](), [Double]())
        for _ in 0..<(table.count > 100_000 ? 3 : 7) {
            times.append(nanoseconds { keep(Self.index(of: table)) } / 1e6)
            references.append(Self.fill(table.count))
        }
        let before = ProcessMemory.resident
        let index = Self.index(of: table)
        let bytes = index.byteCount / table.count
        let evidence =
            "\(bytes) bytes/route, resident \((ProcessMemory.resident - before) / table.count), peak \(ProcessMemory.peak >> 20) MiB"
        line(
            "build " + table.name, median(times).rounded(toPlaces: 2) + " ms",
            median(references).rounded(toPlaces: 2) + " ms", median(times) / median(references), limit, evidence,
            isBeyond: bytes > byteLimit)
        return index
    }

    private static func index(of table: Table) -> RouteIndex {
        var build = table.builder().build()
        guard let index = build.takeIndex() else { fatalError("\(build.problems.prefix(3))") }
        return index
    }

    /// Measures the check of a table that may be refused.
    mutating func check(_ table: Table, limit: Double) {
        var (times, references) = ([Double](), [Double]())
        var evidence = ""
        for _ in 0..<5 {
            let builder = table.builder()
            let start = ContinuousClock.now
            let build = builder.build()
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            let refusals = build.problems.count { $0.isError }
            evidence = "\(refusals) refusals, \(build.suppressed) more, width \(build.width)"
            references.append(Self.fill(100_000))
        }
        line(
            "check " + table.name, median(times).rounded(toPlaces: 1) + " ms",
            median(references).rounded(toPlaces: 1) + " ms", median(times) / median(references), limit, evidence)
    }

    /// *Units*: milliseconds for filling a dictionary.
    private static func fill(_ count: Int) -> Double {
        nanoseconds {
            var dictionary: [String: Int] = [:]
            for number in 0..<count { dictionary["app\(number)"] = number }
            keep(dictionary)
        } / 1e6
    }

    // MARK: Printing

    private mutating func line(
        _ name: String, _ time: String, _ reference: String, _ ratio: Double, _ limit: Double, _ evidence: String,
        isBeyond: Bool = false
    ) {
        let isBeyond = isBeyond || ratio > limit
        if isBeyond { failures += 1 }
        Self.print([
            name, time, reference, ratio.rounded(toPlaces: 2), limit.rounded(toPlaces: 1),
            evidence + (isBeyond ? "  beyond its limit" : ""),
        ])
    }

    private static func print(_ columns: [String]) {
        let padded = zip(columns, widths).map { text, width in
            text + String(repeating: " ", count: max(1, width - text.utf8.count))
        }
        Swift.print(padded.joined())
    }
}

/// A link that cannot be copied.
struct Held: ~Copyable {
    let link: Link
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

private func nanoseconds(_ body: () -> Void) -> Double { ContinuousClock().measure(body) / .nanoseconds(1) }

/// Generates the same numbers in every run (xorshift64*).
struct Generator {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Int((state &* 0x2545_F491_4F6C_DD1D).multipliedFullWidth(by: UInt64(limit)).high)
    }
}
