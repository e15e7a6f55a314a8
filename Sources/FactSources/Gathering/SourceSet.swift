internal import Features

/// The sources that a host gives its dispatcher; each is asked only if a table needs it.
///
/// A kind without a source is never asked for: its facts are what others put into the store.
package struct SourceSet {
    package var platforms: (any PlatformSource)?
    package var permissions: (any PermissionSource)?
    package var purchases: (any PurchaseSource)?
    /// Of switches for which the table names no source, by the feature's path.
    package var switches: [String: any RuntimeSource] = [:]
    package var clock: any ClockSource

    package init(clock: any ClockSource = HostClockSource()) {
        self.clock = clock
    }

    /// The source that the host gave for a question.
    func given(for question: Question) -> (any FactSource)? {
        switch question {
        case .platforms: platforms
        case .runtime(let path): switches[path]
        case .permission: permissions
        case .purchase: purchases
        }
    }

    /// Lets go of all of them.
    func close() {
        platforms?.close()
        permissions?.close()
        purchases?.close()
        for source in switches.values { source.close() }
    }
}
