internal import Varlink

/// An apple-app-site-association file.
package struct AppleFile: Sendable {
    /// The apps of one part of the file, and their rules.
    struct Details: Sendable {
        let apps: [String]
        let rules: [AppleRule]
    }

    let details: [Details]
    /// What is not read.
    private(set) var ignored: [String] = []

    /// Reads a file.
    ///
    /// *Throws*: if it is no JSON, or says nothing of links.
    package init(_ bytes: [UInt8]) throws(AppLinkError) {
        guard bytes.count <= AppLinkLimits.bytes else {
            throw AppLinkError("the file has more than \(AppLinkLimits.bytes) bytes")
        }
        let root = try JSONFile.value(bytes)
        guard let links = root["applinks"], links.members != nil else {
            throw AppLinkError(
                "the file has no object `applinks`",
                help: "an association file begins with {\"applinks\": {\"details\": […]}}")
        }
        let shared = Self.variables(links["substitutionVariables"])
        let defaults = links["defaults"].map { [$0] } ?? []
        var details: [Details] = []
        var count = 0
        for part in Self.parts(links["details"]) {
            let rules = Self.rules(part.value, (part.value["defaults"].map { [$0] } ?? []) + defaults, shared)
            count += rules.count
            guard count <= AppLinkLimits.rules else {
                throw AppLinkError("the file has more than \(AppLinkLimits.rules) rules")
            }
            details.append(Details(apps: part.apps, rules: rules))
        }
        self.details = details
        ignored = (root.members ?? []).map(\.name).filter { $0 != "applinks" }
    }

    /// The parts of `details`: a list, or in old files an object with the apps as names.
    private static func parts(_ value: Value?) -> [(apps: [String], value: Value)] {
        if let members = value?.members { return members.map { ([$0.name], $0.value) } }
        return (value?.elements ?? []).map { part in
            let apps = (part["appIDs"]?.elements ?? []).compactMap(\.text) + [part["appID"]?.text].compactMap(\.self)
            return (apps, part)
        }
    }

    private static func rules(_ part: Value, _ defaults: [Value], _ variables: [String: [String]]) -> [AppleRule] {
        if let components = part["components"]?.elements {
            return components.compactMap { AppleRule($0, defaults: defaults, variables: variables) }
        }
        return (part["paths"]?.elements ?? []).compactMap { $0.text.map(AppleRule.init(path:)) }
    }

    private static func variables(_ value: Value?) -> [String: [String]] {
        (value?.members ?? []).byName.mapValues { ($0.elements ?? []).compactMap(\.text) }
    }

    /// The apps that the file names, in its order.
    package var apps: [String] {
        var known: Set<String> = []
        return details.flatMap(\.apps).filter { known.insert($0).inserted }
    }

    /// The rules of an app, in the order in which they are tried.
    package func rules(of app: String) -> [AppleRule] { details.filter { $0.apps.contains(app) }.flatMap(\.rules) }
}
