import Conf
import Matching

/// Checks the query keys of a route together: each is declared once, and those that must be absent are not declared.
struct KeyCheck: BlockReader {
    let table: TableReading
    /// The group around the route; what is wrong with its lines was reported with them.
    let group: RouteGroup?

    /// Reports the keys that contradict each other.
    func check(_ conditions: inout RouteConditions) {
        checkKeys(&conditions)
        checkAbsence(&conditions)
    }

    /// Reports keys that are declared twice, for different inputs or for none; two of one input have two sources.
    private func checkKeys(_ conditions: inout RouteConditions) {
        let shared = group?.conditions.query.count ?? 0
        for (index, condition) in conditions.query.enumerated() where index >= shared {
            let first = conditions.query[..<index].first { other in
                other.key == condition.key && (other.name != condition.name || other.isSilent || condition.isSilent)
            }
            guard let first else { continue }
            conditions.isComplete = false
            reportSecond(
                .badCondition, condition.place, "the query key `\(condition.key)` is declared twice", first: first.place
            )
        }
    }

    /// Reports keys that must be absent and are declared, or are so twice; and those that `strict` refuses anyway.
    private func checkAbsence(_ conditions: inout RouteConditions) {
        let shared = group?.conditions
        for (index, absent) in conditions.absent.enumerated() {
            let key = "the key `\(absent.name)`"
            let isShared = index < shared?.absent.count ?? 0
            if let declared = conditions.query.firstIndex(where: { $0.key == absent.name }) {
                guard !isShared || declared >= shared?.query.count ?? 0 else { continue }
                conditions.isComplete = false
                reportSecond(
                    .badCondition, absent.place, key + " is declared, and must be absent",
                    first: conditions.query[declared].place)
            } else if isShared {
                continue
            } else if let first = conditions.absent[..<index].first(where: { $0.name == absent.name }) {
                reportSecond(.badCondition, absent.place, key + " must be absent twice", first: first.place)
            } else if conditions.isStrict {
                report(
                    .needlessAbsence, absent.place, key + " is refused by `strict`, which takes only declared keys",
                    help: "remove the line, or `strict`")
            }
        }
    }

    /// Adds the keys that the route must not have by the lists of its group, and reports those that it declares.
    func add(_ lists: [RouteGroup.KeyList], to conditions: inout RouteConditions) {
        let required = Set(conditions.query.filter(\.isRequired).map(\.key))
        for list in lists {
            table.draft.requiredKeys[list.number].formUnion(required)
            for key in list.absent(for: required) {
                guard let declared = conditions.query.first(where: { $0.key == key.text }) else {
                    conditions.listed.append(key)
                    continue
                }
                conditions.isComplete = false
                report(
                    .badCondition, declared.place,
                    "the key `\(key.text)` is optional here, and `\(list.directive.rawValue)` makes it absent",
                    help: "require the key, or take it out of the list",
                    related: [.init(place: key.place, note: "the list has it here")])
            }
        }
    }
}
