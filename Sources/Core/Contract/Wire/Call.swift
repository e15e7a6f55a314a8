/// One call as it came in: what is asked for, and how it is to be answered.
package struct Call: Equatable, Sendable {
    /// What a well-formed message asks for.
    package enum Content: Sendable {
        case request(any Method)
        /// The call cannot be served, and this is its answer.
        case refused(VarlinkError)
    }

    package var content: Content
    /// Whether the caller wants no answer at all, not even an error.
    package var oneway: Bool
    /// Whether several answers may come; a method that has but one gives it without `continues`.
    package var more: Bool

    /// The method that is called; nil for a call that cannot be served.
    package var method: (any Method.Type)? {
        if case .request(let request) = content { type(of: request) } else { nil }
    }

    package init(_ content: Content, oneway: Bool = false, more: Bool = false) {
        self.content = content
        self.oneway = oneway
        self.more = more
    }
}

extension Call.Content: Equatable {
    package static func == (left: Call.Content, right: Call.Content) -> Bool {
        switch (left, right) {
        case (.request(let left), .request(let right)): left.isEqual(to: right)
        case (.refused(let left), .refused(let right)): left == right
        case (.request, .refused), (.refused, .request): false
        }
    }
}
