// Reads what an action spends:
//
//     spend coins 3
//
// Such an action is journaled: what is reserved for a link is on the disk before its action begins. It cannot have lines that say
// that it may be performed for nothing, twice, or without a known end.

import Conf
import Features

extension ActionReader {
    /// Reads the lines `spend`, and reports what does not go with them.
    func readCharges(
        _ block: StatementChecker.Block<ActionDirective>, by reader: any PerformerReader.Type, feature: Int,
        into limits: inout ActionLimits
    ) {
        let lines = block.statements(of: .limit(.spend))
        guard let first = lines.first, reader.limits.contains(.spend) else { return }
        guard let charges = table.wings.charge else {
            return report(
                .misplacedDirective, document.place(of: first), "this program knows nothing that can be spent",
                help: "remove `spend`")
        }
        var places: [FactKey: SourceRange] = [:]
        for line in lines {
            guard let charge = charges.init(table: table).charge(line, feature: feature) else { continue }
            if let other = places[charge.key] {
                reportSecond(
                    .repeatedDirective, document.place(of: line), "the action spends `\(charge.key.name)` already",
                    first: other)
                continue
            }
            places[charge.key] = document.place(of: line)
            limits.charges.append(charge)
        }
        limits.isJournaled = true
        checkSpent(limits, document.place(of: first))
    }

    private func checkSpent(_ limits: ActionLimits, _ place: SourceRange) {
        if limits.hasNoEffect {
            report(
                .misplacedDirective, place, "an action that changes nothing spends nothing",
                help: "remove `spend` or `effect none`")
        }
        if limits.isIdempotent {
            report(
                .misplacedDirective, place, "what is performed twice is spent twice, so it is not as if it were once",
                help: "remove `spend` or `idempotent`")
        }
        if limits.isDetached {
            report(
                .misplacedDirective, place,
                "the end of a program that outlives the call is not known, so nothing could be given back",
                help: "remove `spend` or `detach`")
        }
    }
}
