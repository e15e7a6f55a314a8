package import Contract

/// A link that a route took, with the action's inputs.
package struct RoutedLink: Equatable, Sendable {
    /// The route's number in its ruleset.
    package let route: Int
    /// The number of the row of its pattern.
    package let row: Int
    /// In the order of the action's inputs, after defaults; an optional input without a value is left out.
    package let inputs: [Value.Member]
    /// The optional keys that are left out because they are at fault.
    package var ignored: [IgnoredKey] = []
}

/// Where a link goes, before any feature is looked at.
package enum Decision: Equatable, Sendable {
    case routed(RoutedLink)
    /// Behind a reference, so that a link that goes somewhere is moved in as little memory as it needs.
    indirect case rejected(DecisionRejection)
}

/// Why a link goes nowhere; patterns of routes by the numbers of their rows in the ruleset.
package enum DecisionRejection: Equatable, Sendable {
    /// No file owns the scheme.
    case schemeNotAllowed
    /// No file owns the host at this port.
    case hostNotAllowed
    /// A `deny` covers the path.
    case denied
    /// The scheme or host belongs to a package that is left out.
    case packageUnavailable(LeftOutPackages.Package)
    /// An `except` of the route that would take it covers the path.
    case excluded(row: Int)
    /// No route's path takes it.
    case notFound
    /// The route takes its path, and refuses one of its inputs.
    case input(InputFault, row: Int)
}

/// The packages of a table that are left out because they have errors, or are for instances of the other kind.
package struct LeftOutPackages: Sendable {
    /// One of them.
    package struct Package: Equatable, Sendable {
        let name: String
        /// The instances that it is for; nil for one with errors.
        let instances: Instance?
    }

    /// By the numbers of the denials that stand for them.
    let byDenial: [Int: Package]

    /// Why a denial refuses a link.
    func rejection(byDenial number: Int) -> DecisionRejection {
        byDenial[number].map { .packageUnavailable($0) } ?? .denied
    }

    /// Whether a name such as `shop:links` is one of them.
    package func own(_ name: String) -> Bool {
        guard !byDenial.isEmpty, let package = Name.package(of: name) else { return false }
        return byDenial.values.contains { $0.name == package }
    }
}

extension LeftOutPackages.Package {
    /// For which instances it is; nil for one with errors.
    var rejection: Rejection? {
        instances.map { instances in Rejection { ($0.rule, $0.expected) = ("instances", instances.rawValue) } }
    }

    /// Why its links are not opened, and what to do.
    var sentence: String {
        switch instances {
        case .user:
            "Links of the package \(name) are for user instances: start yours with "
                + "`systemctl --user enable --now deeplinkd.socket`."
        case .system: "Links of the package \(name) are for the system instance."
        case nil:
            "The package `\(name)` takes this link and is left out, because its route table has an error. "
                + "An operator of this machine can mend it: `deeplinkctl status` shows the error."
        }
    }
}
