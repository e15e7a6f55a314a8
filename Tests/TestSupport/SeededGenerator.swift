import Foundation

/// A generator of reproducible random numbers: it prints its seed, and `DEEPLINKD_SEED` sets it.
///
/// *Source*: SplitMix64, whose whole state is its seed.
package struct SeededGenerator: RandomNumberGenerator {
    package let seed: UInt64
    private var state: UInt64

    /// Starts at `DEEPLINKD_SEED`, to repeat a run, else at a random seed; either is printed.
    ///
    /// - Parameter usual: the default seed of a test that should run the same every time, for example one that compares
    ///   with another program.
    package init(for test: String, usual: UInt64? = nil) {
        seed =
            ProcessInfo.processInfo.environment["DEEPLINKD_SEED"].flatMap { UInt64($0) }
            ?? usual ?? UInt64.random(in: 0 ... .max)
        print("seed of `\(test)`: DEEPLINKD_SEED=\(seed)")
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
