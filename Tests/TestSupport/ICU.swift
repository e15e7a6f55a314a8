internal import IDNA

/// The availability of ICU, which converts international domains.
package enum ICU {
    /// True if ICU is installed.
    package static let isInstalled = UTS46.toASCII(Array("é".utf8)) != .libraryMissing

    /// True if ICU is installed; otherwise prints why the test is skipped.
    package static func isInstalled(for test: String) -> Bool {
        if !isInstalled { print("skipped: \(test): ICU is not installed (Debian: libicu72)") }
        return isInstalled
    }
}
