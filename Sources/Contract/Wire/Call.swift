/// One call as it came in: what is asked for, and how it is to be answered.
package struct Call: Equatable, Sendable {
    /// What a well-formed message asks for.
    package enum Content: Equatable, Sendable {
        case request(Request)
        /// The call cannot be served, and this is its answer.
        case refused(VarlinkError)
    }

    package var content: Content
    /// Whether the caller wants no answer at all, not even an error.
    package var oneway: Bool
    /// Whether several answers may come; a method that has but one gives it without `continues`.
    package var more: Bool

    /// The method that is called; nil for a call that cannot be served.
    package var method: Method? { if case .request(let request) = content { request.method } else { nil } }

    package init(_ content: Content, oneway: Bool = false, more: Bool = false) {
        self.content = content
        self.oneway = oneway
        self.more = more
    }
}
