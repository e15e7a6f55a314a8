// How benchmarks and `deeplinkctl bench` measure.
//
// Machines are noisy and differ, so a time alone means little. Each pass over the measured code is paired with a pass over
// a reference: a disturbance slows both, and their ratio can be compared between runs and, to a point, between machines.
// The reference is a chain of multiplications, each waiting for the one before, which takes the same cycles however it is
// compiled. The result is the median of all passes.

/// Times code beside a reference.
package struct Stopwatch: Sendable {
    /// The number of passes; with an odd number the median is the time of a real pass.
    private let passes: Int
    /// The length of a pass: long enough to hide the clock's own cost, and far shorter than the scheduler's slices, so that
    /// most passes on a busy machine are not interrupted.
    private let passTime: Duration

    /// The number of bytes that one run of the reference hashes.
    package static let referenceBytes = 64

    /// Creates a stopwatch.
    package init(passes: Int = 41, passTime: Duration = .microseconds(600)) {
        self.passes = max(1, passes)
        self.passTime = passTime
    }

    /// Times one operation, repeated until the time of a pass is filled.
    ///
    /// - Parameter operations: how many operations one call of `body` performs, for bodies that go through a list.
    package func measure(operations: Int = 1, _ body: () -> Void) -> Measurement {
        let bodyCount = repetitions { count in for _ in 0..<count { body() } }
        let referenceCount = repetitions { count in keep(Self.reference(count)) }
        var times: [Double] = []
        var ratios: [Double] = []
        for _ in 0..<passes {
            let reference = Self.nanoseconds { keep(Self.reference(referenceCount)) } / Double(referenceCount)
            let time = Self.nanoseconds { for _ in 0..<bodyCount { body() } } / Double(bodyCount * max(1, operations))
            times.append(time)
            ratios.append(time / max(reference, 0.01))
        }
        return Measurement(nanoseconds: Self.median(times), ratio: Self.median(ratios))
    }

    /// The number of repetitions in one pass; finding it warms up the code.
    private func repetitions(_ run: (Int) -> Void) -> Int {
        var count = 1
        while count < 1 << 30 {
            let time = Self.nanoseconds { run(count) }
            if time * 2 >= passTime / .nanoseconds(1) { return count }
            count *= 2
        }
        return count
    }

    private static func nanoseconds(_ body: () -> Void) -> Double {
        ContinuousClock().measure(body) / .nanoseconds(1)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// The reference: FNV-1a over 64 bytes, `count` times.
    @inline(never)
    private static func reference(_ count: Int) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for _ in 0..<count {
            for byte in 0..<UInt64(referenceBytes) { hash = (hash ^ byte) &* 0x0000_0100_0000_01B3 }
        }
        return hash
    }
}

/// Keeps the optimiser from removing a computation whose result is not used.
@inline(never)
package func keep<Value: ~Copyable>(_ value: borrowing Value) {}
