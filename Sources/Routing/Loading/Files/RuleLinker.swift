import Conf
import Matching

/// Gives the routes that were read to the index and finds what their `over` names.
enum RuleLinker {
    /// Leaves out the routes of which an `over` names no other, which is reported, and gives the rest to the index.
    ///
    /// Returns: the numbers that each route is `over`, by its own.
    static func link(
        _ draft: inout TableDraft, _ builder: inout RouteIndexBuilder, diagnostics: inout Diagnostics
    ) -> [Int: [Int]] {
        let unsound = unsoundRoutes(draft, &diagnostics)
        if !unsound.isEmpty { draft.routes.removeAll { unsound.contains($0.name) } }
        addRules(draft, &builder)
        guard !draft.overs.isEmpty else { return [:] }
        var numbers: [UInt32: Int] = [:]
        for (number, route) in draft.routes.enumerated() { numbers[route.name] = number }
        var overs: [Int: [Int]] = [:]
        for (route, words) in draft.overs {
            guard let number = numbers[route] else { continue }
            var others: [Int] = []
            for word in words {
                guard let name = draft.numberOfRoute(word.name), let other = numbers[UInt32(name)] else { continue }
                others.append(other)
            }
            overs[number] = others
            builder.setOver(others, of: number)
        }
        return overs
    }

    private static func addRules(_ draft: borrowing TableDraft, _ builder: inout RouteIndexBuilder) {
        var parts: [(query: QuerySet, entries: EntrySet)] = []
        for form in draft.forms {
            parts.append((builder.querySet(form.query, isStrict: form.isStrict), builder.entrySet(form.entries)))
        }
        let names = draft.routeNames.bytes
        for route in draft.routes {
            let (query, entries) = parts[Int(route.form)]
            _ = builder.add(
                name: names.span.extracting(draft.routeNames.range(of: Int(route.name))), path: route.path,
                query: query, excepts: draft.forms[Int(route.form)].excepts, entries: entries)
        }
    }

    private static func unsoundRoutes(
        _ draft: borrowing TableDraft, _ diagnostics: inout Diagnostics
    ) -> Set<UInt32> {
        var unsound: Set<UInt32> = []
        // In the order of the table, for of many reports the first are kept.
        for route in draft.overs.keys.sorted() {
            for over in draft.overs[route] ?? [] where !isKnown(over, from: route, draft, &diagnostics) {
                unsound.insert(route)
            }
        }
        return unsound
    }

    private static func isKnown(
        _ over: (name: String, place: SourceRange), from route: UInt32, _ draft: borrowing TableDraft,
        _ diagnostics: inout Diagnostics
    ) -> Bool {
        guard over.name != draft.routeNames.string(of: Int(route)) else {
            diagnostics.report(
                .unknownRoute, at: over.place, "a route does not go before itself", help: "name the other route")
            return false
        }
        guard draft.numberOfRoute(over.name) == nil, !draft.isSpoiled(over.name) else { return true }
        diagnostics.report(
            .unknownRoute, at: over.place, "there is no route `\(over.name)`",
            help: Suggestion.nearest(to: over.name, among: names(in: draft)).map {
                "did you mean `\($0)`?"
            } ?? "`over` takes the name that follows `route`")
        return false
    }

    /// The names by their bytes; none where they are more than anybody looks through.
    private static func names(in draft: borrowing TableDraft) -> [String] {
        guard draft.routeNames.count <= 1000 else { return [] }
        var names: [String] = []
        for number in 0..<draft.routeNames.count { names.append(draft.routeNames.string(of: number)) }
        return names.sorted()
    }
}
