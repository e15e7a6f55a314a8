extension Limits {
    /// *Units*: folders of `$XDG_DATA_DIRS` in which tables are looked for.
    package static let dataFolders = 64
}
