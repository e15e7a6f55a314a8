/// How much is kept of the answers of actions.
package struct CacheReport: WireObject, Equatable {
    package static let typeComment = "The answers of actions that are kept, by `cache` in the table."

    package var answers = 0
    package var bytes = 0

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("answers", &answers, "How many answers are kept.")
        list.member("bytes", &bytes, "About how many bytes they take.")
    }
}
