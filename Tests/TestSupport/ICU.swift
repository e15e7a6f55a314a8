internal import IDNA

/// Whether international domains can be converted on this machine.
package enum ICU {
    /// Whether ICU is there.
    package static let isInstalled = UTS46.toASCII(Array("é".utf8)) != .libraryMissing

    /// Whether ICU is there; prints why the test is skipped if not.
    package static func isInstalled(for test: String) -> Bool {
        if !isInstalled { print("skipped: \(test): ICU is not installed (Debian: libicu72)") }
        return isInstalled
    }
}
