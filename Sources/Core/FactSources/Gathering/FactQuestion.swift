internal import Contract
package import Features

/// One fact that a source is asked for, with the subject whose it is.
package struct FactQuestion: Hashable, Sendable {
    /// All platforms are asked for together: their key has no name.
    package let key: FactKey
    /// nil for a fact of the host.
    package let subject: Subject?

    /// - Parameter subject: of no effect for a fact of the host.
    package init(_ key: FactKey, of subject: Subject = .machine) {
        self.key = key.kind == .platform ? FactKey.platform("") : key
        self.subject = key.isOfHost ? nil : subject
    }

    /// Whose fact it is in the store: the host's facts are the machine's.
    var holder: Subject { subject ?? .machine }
}
