import Contract
package import Features
import Routing

/// The confirmation of one link, in one flow.
///
/// The inputs that were shown follow from the text of the link and the table. So the confirmation holds for this request
/// alone, and only while the same table is in force.
package struct ConfirmedLink {
    /// The table that gave the inputs that were shown.
    package let tableRevision: String
    /// The features whose questions were answered with a yes.
    package var features: Set<String> = []

    /// Nothing is confirmed yet.
    package init(tableRevision: String) { self.tableRevision = tableRevision }

    /// The facts with the person's answers, to verify this one link against; nil where another table is in force.
    package func facts(in snapshot: Snapshot) -> Facts? {
        guard !features.isEmpty, snapshot.ruleset.revision == tableRevision else { return nil }
        var facts = snapshot.store.facts
        for feature in features { facts.host[.confirmation(feature)] = Fact(.on, .init(source: "person")) }
        return facts
    }
}
