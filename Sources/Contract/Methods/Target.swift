/// What a call asks for, as its caller sent it: a URL, or an action by its name.
///
///     {"url": "podcast://favourites/rock"}
///     {"action": "Playback.play", "inputs": {"episode": 7}}
///
/// A valid one has either a URL or an action.
package struct Target: Equatable, Sendable {
    package var url: String?
    /// *Shape*: feature, dot, action; the feature by its path, or by its last name where that is unique.
    package var action: String?
    package var inputs: [Value.Member] = []

    package init(url: String? = nil) { self.url = url }

    package init(action: String, inputs: [Value.Member]) { (self.action, self.inputs) = (action, inputs) }

    /// The parameter that is missing or too much; nil in a valid one.
    package var fault: Parameter? {
        switch (url, action) {
        case (nil, nil): .url
        case (.some, .some): .action
        case (.some, nil): inputs.isEmpty ? nil : .inputs
        case (nil, .some): nil
        }
    }

    /// Lists the members of an action by its name, after those of every call.
    mutating func actionMembers(_ list: inout some MemberList) {
        list.member("action", &action, Self.actionComment)
        list.member("inputs", &inputs, Self.inputsComment)
    }

    private static let actionComment = """
        An action by its name, in place of a URL: feature, dot, action, as in Playback.play; the feature by its path, or
        by its last name where that is unique. An action that no route leads to has no name here.
        """
    private static let inputsComment = """
        The inputs of the action: strings, integers, booleans, and for a list an array of strings or its text with slashes.
        They are what a link of one of its routes could bring: the types, constants and exceptions of routes hold. What
        denies links by scheme, host or path does not.
        """
}

extension Request {
    /// Opens a URL.
    package static func open(
        url: String, timings: Bool = false, subject: String? = nil, idempotencyKey: String? = nil,
        deadlineMs: Int64? = nil, activationToken: String? = nil, waitMs: Int64? = nil
    ) -> Request {
        .open(
            Target(url: url), timings: timings, subject: subject, idempotencyKey: idempotencyKey,
            deadlineMs: deadlineMs, activationToken: activationToken, waitMs: waitMs)
    }

    /// Verifies a URL.
    package static func verify(url: String, subject: String? = nil) -> Request {
        .verify(Target(url: url), subject: subject)
    }

    /// Explains a URL.
    package static func explain(url: String, candidates: Bool = false, subject: String? = nil) -> Request {
        .explain(Target(url: url), candidates: candidates, subject: subject)
    }
}
