import Conf
import Links
import Matching

/// Gives the routes that were read to the index and finds what their `over` names.
enum RuleLinker {
    /// Leaves out the routes of which an `over` names no other, which is reported, and gives the rest to the index.
    ///
    /// Returns: the numbers of the routes' names that each route is `over`, by that of its own.
    static func link(
        _ draft: inout TableDraft, _ builder: inout RouteIndexBuilder, diagnostics: inout Diagnostics
    ) -> [Int: [Int]] {
        let unsound = unsoundRoutes(draft, &diagnostics)
        if !unsound.isEmpty { draft.removeRoutes(unsound) }
        let faulty = draft.faultyRoutes
        draft.faultyRoutes = faulty.filter { areKnown($0.conditions.overs, from: $0.number, draft, &diagnostics) }
        addRules(draft, &builder)
        return linkOvers(draft, &builder)
    }

    private static func addRules(_ draft: borrowing TableDraft, _ builder: inout RouteIndexBuilder) {
        let parts = draft.forms.map { form in
            (builder.querySet(form.query, absent: form.absent, isStrict: form.isStrict), builder.entrySet(form.entries))
        }
        let names = draft.routeNames.bytes
        var latest: (name: UInt32, position: Int)?
        for route in draft.routes {
            let (query, entries) = parts[Int(route.form)]
            let position = latest?.name == route.name ? (latest?.position ?? 0) + 1 : 0
            latest = (route.name, position)
            _ = builder.add(
                name: names.span.extracting(draft.routeNames.range(of: Int(route.name))), path: route.path,
                position: position, query: query, excepts: draft.forms[Int(route.form)].excepts, entries: entries)
        }
        for route in draft.faultyRoutes {
            let conditions = route.conditions
            _ = builder.add(
                name: Array(route.name.utf8).span, path: route.path, position: route.position,
                query: builder.querySet(
                    conditions.selection, absent: conditions.absentKeys, isStrict: conditions.isStrict),
                excepts: conditions.excepts, entries: builder.entrySet(route.entries))
        }
    }

    /// Gives the index every `over`, from each pattern of a route to each of the other.
    ///
    /// Returns: the numbers of the routes' names that each route is `over`, by that of its own.
    private static func linkOvers(_ draft: borrowing TableDraft, _ builder: inout RouteIndexBuilder) -> [Int: [Int]] {
        let areFaulty = draft.faultyRoutes.contains { !$0.conditions.overs.isEmpty }
        guard !draft.overs.isEmpty || areFaulty else { return [:] }
        let rules = rulesByName(draft)
        var overs: [Int: [Int]] = [:]
        for (route, words) in draft.overs {
            guard let own = rules[Int(route)] else { continue }
            let others = numbers(words, draft, rules)
            overs[Int(route)] = others
            for rule in own { builder.setOver(others.flatMap { rules[$0, default: 0..<0] }, of: rule) }
        }
        for (rule, route) in zip(draft.routes.count..., draft.faultyRoutes) {
            let others = numbers(route.conditions.overs, draft, rules)
            builder.setOver(others.flatMap { rules[$0, default: 0..<0] }, of: rule)
        }
        return overs
    }

    /// The routes that `over` names, without those that are left out or have no name of their own.
    private static func numbers(
        _ words: [(name: String, place: SourceRange)], _ draft: borrowing TableDraft, _ rules: [Int: Range<Int>]
    ) -> [Int] {
        words.compactMap { draft.numberOfRoute($0.name) }.filter { rules[$0] != nil }
    }

    /// The rules of each route, one for each pattern, by the number of its name.
    private static func rulesByName(_ draft: borrowing TableDraft) -> [Int: Range<Int>] {
        var rules: [Int: Range<Int>] = [:]
        func add(_ rule: Int, to name: Int) { rules[name] = (rules[name]?.lowerBound ?? rule)..<rule + 1 }
        for rule in draft.routes.indices { add(rule, to: Int(draft.routes[rule].name)) }
        for (rule, route) in zip(draft.routes.count..., draft.faultyRoutes) {
            if let name = route.number { add(rule, to: name) }
        }
        return rules
    }

    private static func unsoundRoutes(_ draft: borrowing TableDraft, _ diagnostics: inout Diagnostics) -> Set<UInt32> {
        var unsound: Set<UInt32> = []
        // In the order of the table, for of many reports the first are kept.
        for route in draft.overs.keys.sorted()
        where !areKnown(draft.overs[route] ?? [], from: Int(route), draft, &diagnostics) {
            unsound.insert(route)
        }
        return unsound
    }

    /// Whether each `over` of a route names another route; what does not is reported.
    ///
    /// - Parameter route: the number of the route's name; nil if it has none of its own.
    private static func areKnown(
        _ overs: [(name: String, place: SourceRange)], from route: Int?, _ draft: borrowing TableDraft,
        _ diagnostics: inout Diagnostics
    ) -> Bool {
        var areKnown = true
        for over in overs where !isKnown(over, from: route, draft, &diagnostics) { areKnown = false }
        return areKnown
    }

    private static func isKnown(
        _ over: (name: String, place: SourceRange), from route: Int?, _ draft: borrowing TableDraft,
        _ diagnostics: inout Diagnostics
    ) -> Bool {
        let number = draft.numberOfRoute(over.name)
        guard number == nil || number != route else {
            diagnostics.report(
                .unknownRoute, at: over.place, "a route does not go before itself", help: "name the other route")
            return false
        }
        guard number == nil, !draft.isSpoiled(String(Name.local(over.name))) else { return true }
        let local = String(Name.local(over.name))
        let near = Suggestion.nearest(to: over.name, among: names(in: draft, like: over.name))
        diagnostics.report(
            .unknownRoute, at: over.place, "there is no route `\(over.name)`",
            help: local != over.name && draft.numberOfRoute(local) != nil
                ? "`over` does not cross packages: make one of the two routes narrower"
                : near.map { "did you mean `\($0)`?" } ?? "`over` takes the name that follows `route`")
        return false
    }

    /// The names of a package by their bytes; none where there are too many for a suggestion.
    private static func names(in draft: borrowing TableDraft, like name: String) -> [String] {
        guard draft.routeNames.count <= 1000 else { return [] }
        let names = (0..<draft.routeNames.count).map { draft.routeNames.string(of: $0) }
        return names.filter { Name.package(of: $0) == Name.package(of: name) }.sorted()
    }
}

extension RouteIndexBuilder {
    /// Declares a scheme or host; every scheme and every host of a file come with those that it declares.
    mutating func declare(_ entry: ScopeEntry, file: Int, separator: SegmentSeparator?) {
        switch entry {
        case .scheme(let name): declare(scheme: name, file: file, separator: separator)
        case .host(let host): declare(host: host, file: file)
        case .anyScheme, .anyHost: return
        }
    }
}
