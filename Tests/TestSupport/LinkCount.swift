import Foundation

/// How many links the tests of generated tables try.
package enum LinkCount {
    /// The number that `DEEPLINKD_LINKS` asks for, else one that takes some seconds.
    package static func links(usual: Int) -> Int {
        ProcessInfo.processInfo.environment["DEEPLINKD_LINKS"].flatMap { Int($0) } ?? usual
    }
}
