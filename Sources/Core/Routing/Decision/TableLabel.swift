package import Contract

/// The title and icon of a package, or of the table outside of packages: on a desktop a browser asks with both.
package struct TableLabel: Equatable, Sendable {
    /// *Shape*: 1 to 64 characters, without control characters and marks of direction; nil if the table names none.
    package var title: LocalizedText?
    /// *Shape*: a name of the icon theme, or the absolute path of an image; nil if the table names none.
    package var icon: String?

    package init() {}
}
