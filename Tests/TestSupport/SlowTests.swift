import Foundation

/// Tests that take more than five seconds of one processor.
package enum SlowTests {
    /// False in a run of `scripts/test.sh --quick`.
    package static let run = ProcessInfo.processInfo.environment["DEEPLINKD_QUICK"] == nil
}
