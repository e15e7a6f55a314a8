// `choose APP host …|path …|caller …`: an app for some of the links of an action that starts another one.
//
//     launch former
//     choose firefox-work host work.example.org *.work.example.org path /jira/**
//     choose firefox-work caller unit app-slack-*.scope
//
// The lines count in their order, and the first that is met wins. Host and path are those of the link as a browser reads it,
// by the URL standard: it may have a port, a user's name or a segment that no route takes.

package import Features
package import Links
package import Matching

/// One line of `choose`: the app, and the links that it gets.
package struct AppRule: Equatable, Sendable {
    /// A path, or a path and all below it.
    package struct Path: Equatable, Sendable {
        /// Decoded, as a server compares them.
        private let segments: [[UInt8]]
        private let takesBelow: Bool

        /// Reads `/jira/**` or `/jira`; nil for what is no path.
        package init?(_ text: String) {
            let end = "/**"
            takesBelow = text.hasSuffix(end)
            let path = takesBelow ? String(text.dropLast(end.utf8.count)) : text
            guard takesBelow || path.hasPrefix("/"), path.isEmpty || path.hasPrefix("/"),
                !path.utf8.contains(where: { "*?#\\".utf8.contains($0) }),
                let address = WebAddress("https://host" + path), address.host == "host"
            else { return nil }
            segments = path.isEmpty ? [] : Self.segments(of: address.path)
        }

        /// True if it is the path of a link, or one above it.
        func covers(_ path: String) -> Bool {
            let others = Self.segments(of: path)
            return takesBelow ? others.starts(with: segments) : others == segments
        }

        private static func segments(of path: String) -> [[UInt8]] {
            path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(decoded)
        }

        private static func decoded(_ segment: Substring.UTF8View) -> [UInt8] {
            var (bytes, rest) = ([UInt8](), segment[...])
            while let byte = rest.popFirst() {
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                if byte == UInt8(ascii: "%"), digits.utf8.allSatisfy(isHexDigit), digits.utf8.count == 2,
                    let value = UInt8(digits, radix: 16)
                {
                    bytes.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            }
            return bytes
        }

        private static func isHexDigit(_ byte: UInt8) -> Bool {
            ArgumentTemplate.isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
        }
    }

    /// The id of its desktop entry.
    package let app: String
    /// One of them is the link's, unless there are none.
    package let hosts: [DeclaredHost]
    /// One of them is the link's, unless there are none.
    package let paths: [Path]
    /// Who opens the link; nil for anyone.
    package let callers: CallerRequirement?

    /// Makes the rule of a line.
    package init(app: String, hosts: [DeclaredHost] = [], paths: [Path] = [], callers: CallerRequirement? = nil) {
        (self.app, self.hosts, self.paths, self.callers) = (app, hosts, paths, callers)
    }

    /// True if the app gets a link.
    ///
    /// - Parameter address: that of the link; nil for a link that the standard does not read, or for no link.
    package func applies(to address: WebAddress?, by caller: Caller) -> Bool {
        if let callers, !callers.admits(caller) { return false }
        if !hosts.isEmpty {
            guard let host = address?.host, !host.isEmpty, hosts.contains(where: { $0.covers(hostNamed: host) }) else {
                return false
            }
        }
        if !paths.isEmpty {
            guard let path = address?.path, paths.contains(where: { $0.covers(path) }) else { return false }
        }
        return true
    }
}
