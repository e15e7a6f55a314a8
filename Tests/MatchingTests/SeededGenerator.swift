import Foundation

/// A generator of numbers that repeats itself for a seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Starts at a random seed, which is printed, or at `DEEPLINKD_SEED`, to repeat a run.
    init(for test: String) {
        let seed =
            ProcessInfo.processInfo.environment["DEEPLINKD_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: 0 ... .max)
        print("seed of `\(test)`: \(seed)")
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
