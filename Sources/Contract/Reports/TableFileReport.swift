/// One file of the table in force.
package struct TableFileReport: Equatable, Sendable {
    /// The path by which it was read.
    package var name: String
    /// *Shape*: 16 hex digits that change whenever the file's text does.
    package var revision: String

    package init(name: String, revision: String) {
        self.name = name
        self.revision = revision
    }
}
