import Contract
import Features
import Links
import Routing

/// The rewrites of one dispatcher that are in force.
struct LinkRewriter: Sendable {
    /// A link after the rewrites.
    struct Result {
        var url: String
        /// The names of those that made another link, in their order.
        var names: [String] = []
        /// How often the link was handed on, with these rewrites.
        var hops: Int
    }

    private let rules: [RewriteRule]
    /// By the names of their rules.
    private let makers: [String: @Sendable (String) throws -> String]

    /// Nil if none is in force.
    init?(_ rules: [RewriteRule], _ rewrites: [LinkRewrite]) {
        guard !rules.isEmpty else { return nil }
        self.rules = rules
        makers = Dictionary(
            rewrites.compactMap { rewrite in rewrite.make.map { (rewrite.name, $0) } }, uniquingKeysWith: { $1 })
    }

    /// Takes a link through the rewrites.
    ///
    /// - Parameters:
    ///   - hops: how often it was handed on before.
    ///   - clock: the clock that functions are measured by, in nanoseconds.
    func rewrite(_ url: String, hops: Int, clock: () -> Int64) throws(LinkRejection) -> Result {
        var result = Result(url: url, hops: hops)
        let rewritten = try rules.rewritten(url) { (rule, link) throws(LinkRejection) in
            guard result.hops < LinkHops.most else { throw LinkRejection(Outcome(RequestError.tooManyHops)) }
            var other = rule.link(for: link)
            if other == nil { other = try made(of: link, by: rule, clock) }
            guard let other else { return nil }
            result.hops += 1
            result.names.append(rule.name)
            return other
        }
        if let rewritten { result.url = rewritten.url }
        return result
    }

    /// The link that a function makes; nil for the same one.
    private func made(
        of link: String, by rule: RewriteRule, _ clock: () -> Int64
    ) throws(LinkRejection) -> String? {
        guard let make = makers[rule.name] else { return nil }
        let begunNs = clock()
        let text: String
        do {
            text = try make(link)
        } catch {
            throw LinkRejection(InterceptorRefusal(by: rule.name, failedWith: error))
        }
        let tookNs = clock() - begunNs
        guard tookNs <= Limits.interceptorTime.wholeNanoseconds else {
            throw LinkRejection(InterceptorRefusal(by: rule.name, tookNs: tookNs))
        }
        guard let other = RewriteRule.link(answered: text) else {
            throw LinkRejection(InterceptorRefusal(by: rule.name, "its answer is no link"))
        }
        return other == link ? nil : other
    }
}
