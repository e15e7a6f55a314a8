internal import Conf
internal import Links

// Finds the route that a link without a route was probably meant for.
//
//     routes   /shows/$(name)/episodes     /shows/$(name)/reviews/latest     /search
//     links    /shows/news/episods         a literal is misspelt
//              /shows/news/episodes/       a slash is added
//              /shows/news/reviews         a segment is missing
//              /shows/old/news/episodes    a segment is added
//
// Every mistake has a price. A route is near only if a segment of the link is a word of it, maybe misspelt, or a value of a
// capture that does not take any text; or if nothing but a slash at the end is wrong. Else there is no nearest route.
//
// The search follows the routes from the first segment on, the cheapest beginnings first, and ends with the first route that takes the whole link. Where that would be too expensive, the nearest route is the one
// that accepts the longest beginning of the path; a word there may be misspelt:
//
//     /show/7     the routes /shows/new and /sleep: rather the first, whose beginning is one letter away

extension RouteIndex {
    /// *Units*: beginnings of routes, and literals of other words, that are looked at while other callers wait.
    package static let fewCandidates = 64
}

/// The search for the nearest route.
struct NearestSearch {
    /// The price of a mistake; a cheaper one is likelier.
    private enum Cost {
        /// A slash at the end too many or too few.
        static let slash = 1
        /// A misspelt literal; no letter is wrong where only upper and lower case differ.
        static func letters(_ mistakes: Int) -> Int { 1 + mistakes }
        /// The link ends before a value, or before the rest of the path; a word is likelier to be meant where it stands.
        static let (cut, cutWord) = (3, 4)
        /// A capture or a list refuses the value.
        static let value = 4
        /// A segment too many or too few.
        static let segment = 5
        /// Of all mistakes of a link.
        static let most = 7

        /// The rank of a route that accepts only the beginning of a link: a segment more makes up for one or two wrong
        /// letters, but for no other mistake.
        static func beginning(_ depth: Int, _ mistakes: Int) -> Int { 2 * mistakes - (letters(2) + value) * depth }
    }

    /// A route that is near.
    private struct Near {
        /// The price of its mistakes; where there are too many, the rank of the beginning that it accepts.
        let rank: Int
        let entry: Int
        let number: UInt32
        let failure: Candidate.Failure
    }

    /// The beginning of a path that the beginning of the link fits, with the first mistake.
    private struct Beginning {
        let place: TriePlace
        let depth: Int
        let cost: Int
        let mistake: Candidate.Failure?
        /// The number of the one that was pushed before it at the same cost; negative if there is none.
        let before: Int
    }

    private let link: Link
    private let isLimited: Bool
    /// How many more beginnings are looked at, how many more literals are compared with other words, and how many more ways
    /// from one place to the next are tried.
    private var (beginnings, comparisons, ways): (Int, Int, Int)
    /// All beginnings so far: one list and not one for each cost, because most searches push few, and each list allocates.
    private var pushed: [Beginning] = []
    /// Of each cost the number of the beginning to look at next; negative if there is none.
    private var next = InlineArray<8, Int>(repeating: -1)
    /// The segment that was compared last.
    private var prepared: (depth: Int, word: EditDistance?)?
    private var entry = 0
    private var best: Near?
    private var deepest: Near?

    /// - Parameter candidates: how many beginnings of routes are looked at.
    init(_ link: Link, candidates: Int) {
        self.link = link
        isLimited = candidates < .max
        (beginnings, comparisons) = (candidates, candidates)
        ways = isLimited ? candidates * 8 : .max
        pushed.reserveCapacity(8)
    }

    /// Looks below the root of an entry; entries are given in their order.
    mutating func search(_ root: UInt32, entry: Int, in index: borrowing RouteIndex) {
        self.entry = entry
        push(TriePlace(branch: RouteIndex.Branch(target: root, number: .max, rule: 0)), 0, 0, nil)
        for cost in next.indices where cost <= best?.rank ?? .max {
            var begun: [Beginning] = []
            while beginnings > 0, next[cost] >= 0 {
                let beginning = pushed[next[cost]]
                next[cost] = beginning.before
                beginnings -= 1
                beginning.depth < link.segmentCount ? extend(beginning, in: index) : finish(beginning, in: index)
                begun.append(beginning)
            }
            // From the end: the mistake is rather behind what fits than in it, and the comparisons are limited.
            for beginning in begun.reversed() where beginning.depth < link.segmentCount {
                suppose(at: beginning, in: index)
            }
        }
    }

    /// The nearest route of all entries, if one is near; of equally near ones, that of the first entry, then the best.
    func result(in index: borrowing RouteIndex) -> Candidate? {
        guard let near = best ?? deepest, Int(near.number) < index.rules.count else { return nil }
        return Candidate(rule: Int(index.rules[Int(near.number)].rule), entry: near.entry, failure: near.failure)
    }

    // MARK: One step

    private mutating func extend(_ beginning: Beginning, in index: borrowing RouteIndex) {
        let (place, depth, cost) = (beginning.place, beginning.depth, beginning.cost)
        let segment = link.segment(depth)
        offer(place.tail(in: index), place.isKnown, cost, beginning.mistake)
        let next = place.next(link, segment, in: index)
        for next in next { push(next, depth + 1, cost, beginning.mistake) }
        let isEnd = segment.isEmpty || place.end(in: index) != nil
        if next.isEmpty, place.tail(in: index) == nil {
            fail(place.likeliest(in: index), beginning, isEnd ? .tooLong(depth) : .segment(depth))
        }
        push(
            place, depth + 1, cost + (segment.isEmpty ? Cost.slash : Cost.segment),
            beginning.mistake ?? (isEnd ? .tooLong(depth) : .segment(depth)))
    }

    /// Supposes that the segment is another word or value, and that the segment before it is missing.
    private mutating func suppose(at beginning: Beginning, in index: borrowing RouteIndex) {
        let (depth, cost, mistake) = (beginning.depth, beginning.cost, beginning.mistake ?? .segment(beginning.depth))
        guard cost < dearest else { return }
        let segment = link.segment(depth)
        var rest = beginning.place.ways(in: index, atMost: ways, isComplete: !isLimited)
        while let way = rest.next(in: index) {
            ways -= 1
            if let price = price(of: way, depth, segment, in: index) {
                var target = way.target(in: index)
                target.isKnown = beginning.place.isKnown || way.literalCount(in: index) != nil
                push(target, depth + 1, cost + price, mistake)
            }
            // Only before a literal: a capture takes any segment, whatever is missing before it.
            guard cost + Cost.segment <= dearest else { continue }
            let place = way.target(in: index)
            guard place.hasLiteral(link, segment, in: index) else { continue }
            for next in place.next(link, segment, in: index) { push(next, depth + 1, cost + Cost.segment, mistake) }
        }
    }

    /// The price of the segment in the place of an atom; nil if the atom accepts it, or is quite another word.
    private mutating func price(
        of way: TriePlace.Way, _ depth: Int, _ segment: ByteRange, in index: borrowing RouteIndex
    ) -> Int? {
        if case .atom(let atom, _) = way, atom.kind != .literal {
            return index.accepts(atom, link.bytes.span, segment) ? nil : Cost.value
        }
        let allowed = EditDistance.allowed(segment.count)
        guard comparisons > 0, let count = way.literalCount(in: index), abs(count - segment.count) <= allowed,
            let word = word(at: depth, segment)
        else { return nil }
        comparisons -= 1
        let mistakes = way.mistakes(of: word, in: index)
        guard mistakes <= allowed, mistakes > 0 || !link.bytes[segment.indices].elementsEqual(way.text(in: index))
        else { return nil }
        return Cost.letters(mistakes)
    }

    /// A segment, ready to be compared: several beginnings in a row compare the same one.
    private mutating func word(at depth: Int, _ segment: ByteRange) -> EditDistance? {
        if prepared?.depth != depth {
            prepared = (depth, EditDistance(from: link.bytes.span.extracting(segment.indices)))
        }
        return prepared?.word
    }

    /// Looks for routes that end with the link, or one segment behind it.
    private mutating func finish(_ beginning: Beginning, in index: borrowing RouteIndex) {
        let (place, depth, cost) = (beginning.place, beginning.depth, beginning.cost)
        if let end = place.end(in: index) { return offer(end, place.isKnown, cost, beginning.mistake) }
        let mistake = beginning.mistake ?? .tooShort(depth)
        fail(place.likeliest(in: index), beginning, mistake)
        offer(place.tail(in: index), place.isKnown, cost + Cost.cut, mistake)
        var rest = place.ways(in: index, atMost: ways, isComplete: !isLimited)
        while let way = rest.next(in: index) {
            ways -= 1
            let price = way.literalCount(in: index).map { $0 == 0 ? Cost.slash : Cost.cutWord } ?? Cost.cut
            offer(way.target(in: index).end(in: index), place.isKnown, cost + price, mistake)
        }
    }

    // MARK: What was found

    /// The cost of the dearest mistakes that are still of interest: a better route may have the same.
    private var dearest: Int { best?.rank ?? Cost.most }

    private mutating func push(_ place: TriePlace, _ depth: Int, _ cost: Int, _ mistake: Candidate.Failure?) {
        guard cost <= dearest, place.isKnown || cost <= Cost.slash || depth < link.segmentCount else { return }
        pushed.append(Beginning(place: place, depth: depth, cost: cost, mistake: mistake, before: next[cost]))
        next[cost] = pushed.count - 1
    }

    /// Takes a route of which the whole link has mistakes of this cost.
    private mutating func offer(_ number: UInt32?, _ isKnown: Bool, _ cost: Int, _ mistake: Candidate.Failure?) {
        guard let number, let mistake, cost <= (isKnown ? Cost.most : Cost.slash) else { return }
        Self.keep(Near(rank: cost, entry: entry, number: number, failure: mistake), in: &best)
    }

    /// Takes a route that accepts no more of the link than the beginning.
    private mutating func fail(_ number: UInt32?, _ beginning: Beginning, _ failure: Candidate.Failure) {
        guard let number, beginning.place.isKnown else { return }
        let rank = Cost.beginning(beginning.depth, beginning.cost)
        Self.keep(
            Near(rank: rank, entry: entry, number: number, failure: beginning.mistake ?? failure), in: &deepest)
    }

    private static func keep(_ near: Near, in kept: inout Near?) {
        if let other = kept, (other.rank, other.entry, other.number) <= (near.rank, near.entry, near.number) { return }
        kept = near
    }
}
