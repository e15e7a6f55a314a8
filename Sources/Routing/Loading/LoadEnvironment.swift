/// What loading a table may ask of the machine; nothing by default, so that a check gives the same answer everywhere.
package struct LoadEnvironment {
    /// The id of a user or group name; nil where this machine knows none of that name.
    package var userID: (String) -> UInt32? = { _ in nil }
    package var groupID: (String) -> UInt32? = { _ in nil }
    /// What keeps a program from being trusted, in one sentence; nil where nothing does.
    package var programFault: (String) -> String? = { _ in nil }
    /// Whether actions may start programs.
    package var allowsPrograms = true

    package init() {}
}
