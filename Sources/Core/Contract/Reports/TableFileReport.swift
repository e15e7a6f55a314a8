/// One file of the table in force.
package struct TableFileReport: WireObject, Equatable {
    package static let typeComment = "One file that the route table was read from."

    package var name = ""
    package var revision = ""

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("name", &name, "The path by which it was read.")
        list.member("revision", &revision, "Which text it has: 16 hex digits that change with the text.")
    }
}
