package import Varlink

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

extension TableFileReport: WireObject {
    package static var typeName: String { "TableFile" }
    package static var typeComment: String { "One file that the route table was read from." }
    package static var blank: Self { Self(name: "", revision: "") }

    package mutating func members(_ list: inout some MemberList) {
        list.member("name", &name, "The path by which it was read.")
        list.member("revision", &revision, "Which text it has: 16 hex digits.")
    }
}
