// Cases that pass against a table, run against tables that differ from it in little. A case that both tables decide alike
// cannot fail where it passed, so most are decided and not run:
//
//     podcast://episodes/7     → episode, episode=7      → episode, episode=7      as before
//     podcast://episodes/x     → notFound                → episode, episode=x      is run

import Contract
import Features
import Links

/// The cases of a table that pass, with where it sends the link of each.
package struct CaseSuite: Sendable {
    /// What of a table differs, so that the cases about it are looked at first.
    package struct Subject: Sendable {
        /// The name of a route.
        package var route: String?
        /// The path of a feature.
        package var feature: String?

        /// A route, a feature, both or neither.
        package init(route: String? = nil, feature: String? = nil) { (self.route, self.feature) = (route, feature) }
    }

    /// The link of some cases.
    private struct Address {
        let url: [UInt8]
        /// nil for a text that is none.
        let link: Link?
        let verdict: TableVerdict
        /// The numbers of the cases.
        var cases: [Int] = []

        init(_ text: String, _ ruleset: Ruleset) {
            let bytes = Array(text.utf8)
            // ignored: the verdict has the error.
            let link = try? ruleset.parse(text)
            (url, self.link, verdict) = (bytes, link, .of(ruleset, on: bytes.span))
        }
    }

    /// What another table makes of the links, as far as it was asked.
    private struct Answers {
        let other: Ruleset
        /// Whether it parses texts in the same way.
        let parsesAlike: Bool
        var verdicts: VerdictComparison
        var known: [Bool?]
    }

    private let ruleset: Ruleset
    private var cases: [RouteCase] = []
    /// By case, the number of its link; nil where more than the link's verdict decides how it ends.
    private var links: [Int?] = []
    private var addresses: [Address] = []
    private var numbers: [String: Int] = [:]
    private var byRoute: [String: [Int]] = [:]
    private var byFeature: [String: [Int]] = [:]

    /// Takes the results of a run against a table; cases that did not pass are left out.
    package init(_ results: some Sequence<CaseResult>, of ruleset: Ruleset) {
        self.ruleset = ruleset
        for result in results where result.isPassed { add(result) }
    }

    /// *Units*: cases that passed.
    package var count: Int { cases.count }

    private mutating func add(_ result: CaseResult) {
        guard let outcome = result.outcome else { return }
        let (testCase, number) = (result.testCase, cases.count)
        let isRewritten = !ruleset.rewrites.isEmpty && ruleset.rewrites.rewritten(testCase.url) != nil
        let isSensitive =
            isRewritten || !testCase.near.isEmpty || !outcome.via.isEmpty || outcome.instead != nil
            || !ruleset.catalogue.interceptors.isEmpty
        cases.append(testCase)
        links.append(isSensitive ? nil : address(of: testCase.url))
        if let link = links[number] { addresses[link].cases.append(number) }
        let routes = Set([outcome.route, outcome.rejection?.nearest].compactMap(\.self) + testCase.near)
        for route in routes { byRoute[route, default: []].append(number) }
        if let feature = outcome.feature { byFeature[feature, default: []].append(number) }
    }

    private mutating func address(of url: String) -> Int {
        if let number = numbers[url] { return number }
        numbers[url] = addresses.count
        addresses.append(Address(url, ruleset))
        return addresses.count - 1
    }

    /// The first case that fails against another table, those about the subject first; nil where none does.
    ///
    /// *Cost*: the other table decides each link once, and cases are run that may end in another way.
    package func firstFailure(in other: Ruleset, about subject: Subject = Subject()) -> CaseResult? {
        var answers = Answers(
            other: other,
            parsesAlike: other.linkLimits == ruleset.linkLimits && other.separators == ruleset.separators,
            verdicts: VerdictComparison(ruleset, other), known: Array(repeating: nil, count: addresses.count))
        let first = (subject.route.flatMap { byRoute[$0] } ?? []) + (subject.feature.flatMap { byFeature[$0] } ?? [])
        for number in first where links[number].map({ differs($0, &answers) }) ?? true {
            if let failure = failure(of: number, in: other) { return failure }
        }
        let known = Set(first)
        let sensitive = links.indices.filter { links[$0] == nil }
        let others = addresses.indices.filter { differs($0, &answers) }.flatMap { addresses[$0].cases }
        for number in (sensitive + others).sorted() where !known.contains(number) {
            if let failure = failure(of: number, in: other) { return failure }
        }
        return nil
    }

    private func failure(of number: Int, in other: Ruleset) -> CaseResult? {
        let result = cases[number].run(in: other)
        return result.verdict == .failed ? result : nil
    }

    /// Whether the other table sends a link elsewhere.
    private func differs(_ link: Int, _ answers: inout Answers) -> Bool {
        if let known = answers.known[link] { return known }
        let differs = Self.differs(addresses[link], &answers)
        answers.known[link] = differs
        return differs
    }

    private static func differs(_ address: borrowing Address, _ answers: inout Answers) -> Bool {
        let verdict: TableVerdict =
            if let link = address.link, answers.parsesAlike {
                .of(answers.other, on: link, address.url.span)
            } else {
                .of(answers.other, on: address.url.span)
            }
        return answers.verdicts.difference(address.verdict, verdict) != nil
    }
}
