import Contract
import Features
import Foundation

@testable import PermissionRules

/// A catalogue of features inside each other, the outermost first: `A`, `A/B`, …; number 1 is the outermost.
func chain(_ constraints: [Constraint]...) -> FeatureCatalogue {
    var catalogue = FeatureCatalogue()
    var parent: Int?
    var path = ""
    for (depth, constraints) in constraints.enumerated() {
        let name = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(depth)))
        path += (path.isEmpty ? "" : "/") + name
        parent = catalogue.add(
            Feature(path: path, name: name, parent: parent, description: nil, constraints: constraints))
    }
    return catalogue
}

extension FeatureCatalogue {
    /// The feature added last.
    var innermost: Int { features.count - 1 }
}

/// A report in four words: the status, the code it would give alone, why, and where the answer came from.
func judge(_ constraint: Constraint, caller: Caller = Caller(uid: 1000), _ set: (inout Facts) -> Void) -> String {
    var facts = Facts()
    facts.source = "host"
    set(&facts)
    let catalogue = chain([constraint])
    let report = Verifier.assess(catalogue.innermost, in: catalogue, facts: facts, caller: caller).constraints.first
    guard let report else { return "no report" }
    return [report.status.rawValue, report.code?.rawValue ?? "-", report.reason, report.evidence.source]
        .joined(separator: " ")
}

/// One permission by its name; the names in these tests are known ones.
func permission(_ name: String) -> Constraint {
    guard let permission = Permission(name) else { preconditionFailure("\(name) is no permission") }
    return .permission(permission)
}

/// A set of facts about one permission.
func status(_ name: String, _ status: PermissionStatus?) -> [FactKey: Fact] {
    guard let permission = Permission(name), let status else { return [:] }
    return [.permission(permission): Fact(.permission(status))]
}

func version(_ text: String) -> PlatformVersion {
    guard let version = PlatformVersion(text) else { preconditionFailure("\(text) is no version") }
    return version
}

extension Remedy {
    /// *Shape*: `purchase/user`.
    var words: String { kind.rawValue + "/" + actor.rawValue }
}
