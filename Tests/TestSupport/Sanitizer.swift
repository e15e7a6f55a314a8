import Foundation
import Glibc

/// The sanitizer that the tests and the programs beside them are built with; scripts/sanitize.sh runs them so.
package enum Sanitizer {
    /// True if they are built with AddressSanitizer or ThreadSanitizer.
    package static let isPresent = hasAddressSanitizer || hasThreadSanitizer

    /// True if they are built with AddressSanitizer.
    package static let hasAddressSanitizer = isDefined("__asan_init")

    /// True if they are built with ThreadSanitizer.
    package static let hasThreadSanitizer = isDefined("__tsan_init")

    /// The variables that pass options to the sanitizers, for programs that get no other variables of the tests.
    package static let environment = ProcessInfo.processInfo.environment.filter {
        ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
    }

    /// The same for a program whose symbols cannot be looked up: the known leaks are told by them, so none are looked for.
    package static let environmentWithoutSymbols = environment.mapValues { $0 + ":detect_leaks=0" }

    /// The time limit of a test that would hang where it fails, for `.timeLimit`.
    ///
    /// With a sanitizer each test takes longer, and waits much longer for those that run before it.
    package static func minutes(_ count: Int) -> Int { isPresent ? 60 * count : count }

    /// True if there is no sanitizer; otherwise prints why the test is skipped.
    ///
    /// - Parameter reason: the reason why the test cannot pass with a sanitizer.
    package static func isAbsent(for test: String, _ reason: String) -> Bool {
        if isPresent { print("skipped: \(test): \(reason)") }
        return !isPresent
    }

    private static func isDefined(_ function: String) -> Bool { unsafe dlsym(nil, function) != nil }
}
