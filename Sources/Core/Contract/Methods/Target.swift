/// The target of a call, as its caller sent it: a URL, or an action by its name.
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

    /// Lists the URL.
    mutating func urlMember(_ list: inout some MemberList) {
        list.member(
            "url", &url, "The URL, as you have it. Absent for an action by its name: one of the two is given.")
    }

    /// Lists the members of an action by its name, after those of every call.
    package mutating func actionMembers(_ list: inout some MemberList) {
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

/// A method whose calls name a target.
package protocol TargetMethod: Method {
    /// The URL or the action; empty where the call names neither.
    var target: Target { get set }
}

extension TargetMethod {
    /// A call about a target.
    package init(_ target: Target, _ fill: (inout Self) -> Void = { _ in }) {
        self.init()
        self.target = target
        fill(&self)
    }

    /// A call about a URL.
    package init(url: String, _ fill: (inout Self) -> Void = { _ in }) { self.init(Target(url: url), fill) }
}
