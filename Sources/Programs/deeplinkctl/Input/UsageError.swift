import ArgumentParser
internal import Routing

/// An argument that is unknown to the table or daemon: exit status 2, without the usage.
struct UsageError: Error, CustomStringConvertible {
    /// *Units*: characters; longer arguments are cut in an error.
    private static let longestWord = 100

    /// *Shape*: the mistake; the correction.
    let description: String

    init(_ what: String, help: String) {
        description = "\(what); \(help)"
    }

    /// A name that nothing of that kind has.
    init(no kind: String, _ name: String, help: String) {
        self.init("there is no \(kind) \(Self.quoted(name))", help: help)
    }

    /// An argument of the user, quoted and cut for an error.
    static func quoted(_ text: String) -> String {
        "`" + (text.count > longestWord ? text.prefix(longestWord) + "…" : text) + "`"
    }
}

extension Duration {
    /// Reads the duration of an option; nil where the option is not given.
    ///
    /// *Throws*: misuse for a text that is none, and for one that is zero or longer than the limit.
    static func option(
        _ name: String, _ text: String?, as examples: String, upTo limit: (time: Duration, text: String)
    ) throws -> Duration? {
        guard let text else { return nil }
        guard let duration = Quantity.duration(text) else {
            throw ValidationError(
                "\(name) takes a duration, as in \(name) \(examples), not \(UsageError.quoted(text)).")
        }
        guard duration > .zero, duration <= limit.time else {
            throw ValidationError(
                "\(name) must be more than 0 and at most \(limit.text), not \(UsageError.quoted(text)).")
        }
        return duration
    }
}
