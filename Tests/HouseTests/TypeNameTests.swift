import Testing

struct TypeNameTests {
    /// Names that stand in two targets, with the reasons.
    ///
    /// The library's types have the names that programs read and write; the tables' records behind them are named by the same
    /// terms of the field.
    private static let shared: [String: String] = [
        "Action": "a record of a table, and the protocol that a program's type adopts",
        "ActionBinding": "numbers in a catalogue, and the protocol with the types of the feature and the action",
        "Caller": "with all that requirements look at, and as a program names one",
        "DeepLinkingFeature": "the intake's record, and the intake as a program's feature",
        "Feature": "a record of a table, and the protocol that a program's type adopts",
        "PurchaseRequirement": "simplified, by product ids; and as a program writes it, mistakes included",
        "Refusal": "with codes and reports of the wire, and with texts for programs",
        "Remedy": "with codes and values of the wire, and as both libraries name what programs see of it",
        "Verification": "of any action, and with the types of the feature and the action",
        "VerifiedActionBinding": "of any action, and with the types of the feature and the action",
        "Delivery": "in the rules of channels, and with the link for client programs",
        "Subscription": "in the rules of channels, and as a sequence for client programs",
        "Outcome": "with codes and reports of the wire, and with texts for client programs",
        "Host": "of a URL, and the machine",
        "PathFault": "of a file that other users could change, and of values that no path can be built from",
        "Call": "a message of the wire, and a command of deeplinkctl",
        "Match": "of a URL and a route, and a command of deeplinkctl",
        "Reload": "the daemon's, and a command of deeplinkctl",
    ]

    @Test func `no type name stands in two targets, except the listed ones`() {
        let header = /^(?:@\w+ |\w+ )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/
        let words = ["struct ", "class ", "enum ", "protocol ", "actor ", "typealias "]
        let hidden = /^(private|fileprivate)\b|\bimport\b/
        var targets: [String: Set<String>] = [:]
        for file in House.sources {
            for line in file.code where words.contains(where: line.contains) && !line.contains(hidden) {
                guard let name = line.firstMatch(of: header)?.1 else { continue }
                targets[String(name), default: []].insert(file.target)
            }
        }
        #expect(targets.count > 300)
        let repeated = targets.filter { $0.value.count > 1 }
        #expect(Set(repeated.keys) == Set(Self.shared.keys), "\(repeated.filter { Self.shared[$0.key] == nil })")
    }
}
