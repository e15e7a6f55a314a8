import Features

extension LedgerSchema {
    /// The schema of this version.
    package static let standard = Self(kinds: .standard, tables: [LinkTables.self, LicenceTables.self])
}
