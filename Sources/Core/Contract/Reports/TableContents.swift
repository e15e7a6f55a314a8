/// A part of the route table in force: of its routes, or of its texts.
package struct TableContents: ReplyReport {
    package var tableRevision = ""
    package var routes: [RouteReport] = []
    package var files: [TableTextReport] = []
    package var next: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "tableRevision", &tableRevision,
            """
            Which route table is in force; empty where none is. If it is another one than in the part before, this part is
            the first of the new table: begin again with it.
            """)
        list.member(
            "routes", &routes, .leniently, "Routes, those of a feature together; empty where texts were asked for.")
        list.member("files", &files, .leniently, "Texts; empty where routes were asked for.")
        list.member("next", &next, "The value of after for the next part; absent in the last one.")
    }
}

/// One route of the table in force, as everyone is told of it.
public struct RouteReport: WireObject, Equatable, Sendable {
    package static let typeComment = "One route of the table in force."

    /// Its name.
    public package(set) var name = ""
    /// Its patterns, as the table has them: `/playlists/$(id:uint)`.
    public package(set) var patterns: [String] = []
    /// The schemes and hosts whose links it takes.
    public package(set) var scopes: [String] = []
    /// The path of the feature that owns it.
    public package(set) var feature = ""
    /// The name of its action.
    public package(set) var action = ""
    /// How many patterns and scopes are left out of a long list; nil if none.
    public package(set) var unlisted: Int?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("name", &name, "The name of the route.")
        list.member("patterns", &patterns, .leniently, "Its patterns, as the table has them: /playlists/$(id:uint).")
        list.member("scopes", &scopes, .leniently, "The schemes and hosts whose links it takes.")
        list.member("feature", &feature, "The path of the feature that owns it.")
        list.member("action", &action, "The name of its action.")
        list.member(
            "unlisted", &unlisted, "How many patterns and scopes are left out of a long list; absent if none.")
    }

    /// With half of the scopes, or else of the patterns.
    package var shortened: RouteReport? {
        var route = self
        if !scopes.isEmpty { route.scopes = scopes.firstHalf } else { route.patterns = patterns.firstHalf }
        let left = scopes.count - route.scopes.count + patterns.count - route.patterns.count
        route.unlisted = (unlisted ?? 0) + left
        return left == 0 ? nil : route
    }
}

/// A text of the table in force, or a part of one.
package struct TableTextReport: WireObject, Equatable {
    package static let typeComment = """
        What one file of the table in force says, whatever is on the disk by now. A long text comes in several parts: join
        those of one number.
        """

    package var name = ""
    package var number = 0
    package var owner = 0
    package var package: String?
    package var isLeftOut = false
    package var isOfOtherInstance = false
    package var text = ""

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("name", &name, "The path by which it was read.")
        list.member("number", &number, "Its place among the files of the table, from 0.")
        list.member(
            "owner", &owner,
            "The number of the file that was found or named: its own, or that of the one which includes it.")
        list.member("package", &package, "The package that it belongs to; absent if it belongs to none.")
        list.member(
            "leftOut", &isLeftOut, .unlessBlank,
            "true if its package has errors and only its schemes and hosts are read; absent otherwise.")
        list.member(
            "otherInstance", &isOfOtherInstance, .unlessBlank,
            "true if its package is for instances of the other kind; absent otherwise.")
        list.member("text", &text, "The text, or its next part; bytes that are not UTF-8 are replaced by U+FFFD.")
    }
}
