// A link that becomes another one before anything else is looked at:
//
//     rewrite moved {
//         from https://old.example/shows/**
//         to   https://pods.example/s/**
//     }
//
//     https://old.example/shows/7?page=2   →   https://pods.example/s/7?page=2
//
// The beginning is compared with the link in the form that the URL standard gives it, and `**` stands for the rest, which is
// copied. What comes out is read as any link is. No feature and no fact decides, so that which route takes a link does not
// depend on them; only the table's profile does.

import Contract
package import Features
import Links

/// A line `rewrite` of a table.
package struct RewriteRule: Equatable, Sendable {
    /// A beginning of links, or one link.
    package struct Pattern: Equatable, Sendable {
        /// *Shape*: canonical, `https://old.example/shows/`.
        package let text: [UInt8]
        /// True where anything may follow.
        package let isOpen: Bool

        init(_ text: String, isOpen: Bool) { (self.text, self.isOpen) = (Array(text.utf8), isOpen) }

        /// What follows the beginning; nil for a link that does not have it.
        fileprivate func rest(of url: Span<UInt8>) -> Range<Int>? {
            guard isOpen ? url.count >= text.count : url.count == text.count else { return nil }
            for place in text.indices where url[place] != text[place] { return nil }
            return text.count..<url.count
        }
    }

    /// What makes the other link.
    package enum Target: Equatable, Sendable {
        case pattern(Pattern)
        /// The link inside of it.
        case wrapped
        /// An action of the table that is asked for it: its one input is the link, and its result has the other one.
        case action(ActionBinding)
        /// A function of the program that declared it.
        case hosted
    }

    /// The names of the input and the member of the result by which an action is asked.
    package static let member = "url"

    /// What the table calls it.
    package let name: String
    /// The beginnings of the links that it is about.
    package let patterns: [Pattern]
    package let target: Target

    /// True if a link begins as one of its patterns says.
    ///
    /// - Parameter url: canonical.
    package func isAbout(_ url: String) -> Bool { patterns.contains { $0.rest(of: url.utf8.span) != nil } }

    /// The link that a pattern makes of a link; nil where an action makes it, or none is about the link.
    package func link(for url: String) -> String? {
        let bytes = Array(url.utf8)
        guard let rest = patterns.lazy.compactMap({ $0.rest(of: bytes.span) }).first else { return nil }
        return switch target {
        case .pattern(let target): String(decoding: target.text + (target.isOpen ? bytes[rest] : []), as: UTF8.self)
        case .wrapped: WrappedLink.link(in: bytes[rest])
        case .action, .hosted: nil
        }
    }

    /// The canonical form of a link that an action or a function answered; nil for what no link may become.
    package static func link(answered text: String) -> String? {
        guard let address = WebAddress(text), !UnmatchedRule.keptSchemes.contains(address.scheme) else { return nil }
        return address.url
    }
}

/// A link after the rewrites that make another one of it.
package struct RewrittenLink: Equatable, Sendable {
    package let url: String
    /// The names of those that acted, in their order.
    package let names: [String]
    /// How many of them made another link.
    package let count: Int
}

extension [RewriteRule] {
    /// The link that the patterns of the lines make of a link; nil where none is about it.
    ///
    /// Each line acts at most once. One that asks an action is named, and leaves the link as it is: nothing is performed.
    package func rewritten(_ url: String) -> RewrittenLink? { rewritten(url) { $0.link(for: $1) } }

    /// The link that the lines make of a link; nil where none is about it.
    ///
    /// - Parameter make: returns what a line makes of the link that it gets, or nil to leave it as it is.
    package func rewritten<Failure: Error>(
        _ url: String, by make: (RewriteRule, String) throws(Failure) -> String?
    ) throws(Failure) -> RewrittenLink? {
        guard !isEmpty, var now = WebAddress(url)?.url else { return nil }
        var (names, count): ([String], Int) = ([], 0)
        for rule in self where rule.isAbout(now) {
            names.append(rule.name)
            guard let link = try make(rule, now) else { continue }
            (now, count) = (WebAddress(link)?.url ?? link, count + 1)
        }
        return names.isEmpty ? nil : RewrittenLink(url: count > 0 ? now : url, names: names, count: count)
    }
}
