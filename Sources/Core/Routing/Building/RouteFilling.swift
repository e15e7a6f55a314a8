import Contract
import Features
import Links
import Matching

// Turns values into the parts of a link, before any scope is chosen. Each value is checked against its parameter, and
// each text against the policy, so that a refusal names the parameter and not an offset of a URL that the caller never
// wrote.

/// The parts of a link of one route, decoded.
struct RouteFilling {
    /// One parameter that the link carries; what reading the link back has to give again.
    struct Carried {
        let parameter: RouteParameter
        let texts: [[UInt8]]
    }

    private(set) var segments: [[UInt8]] = []
    private(set) var query: [LinkBuilder.Item] = []
    private(set) var fragment: String?
    private(set) var carried: [Carried] = []
    /// The query conditions whose defaults are left out, given or not, though a link could say them.
    ///
    /// No secret one is among them: a caller that did not give it must not read it in a link.
    private(set) var omitted: [Int] = []
    private let written: Set<Int>

    /// Checks the values and puts them in their places.
    ///
    /// - Parameters:
    ///   - values: by the parameters' names, in any order.
    ///   - written: the query conditions whose defaults are not left out.
    init(
        _ route: Route, _ values: [Value.Member], in ruleset: Ruleset, writing written: Set<Int> = []
    ) throws(LinkBuildError) {
        self.written = written
        let parameters = ruleset.parameters(of: route)
        let values = Self.named(values, parameters)
        for (index, value) in values.enumerated() {
            guard parameters.contains(where: { Self.isSame($0.name, value.name) }) else {
                let known = parameters.filter { $0.part != .fixed }.map(\.name)
                throw .unknownParameter(value.name, known: known)
            }
            guard !values[..<index].contains(where: { Self.isSame($0.name, value.name) }) else {
                throw .repeatedParameter(value.name)
            }
        }
        for parameter in parameters {
            try add(parameter, values.first { Self.isSame($0.name, parameter.name) }?.value, route, ruleset)
        }
        try fillPath(of: route)
    }

    /// The values by the names of the parameters: a value for an input that no link carries is that of the key with the name
    /// of the input, unless it is the value that the input has anyway.
    private static func named(_ values: [Value.Member], _ parameters: [RouteParameter]) -> [Value.Member] {
        values.map { value in
            let key = RouteParameter.silentKeyMark + value.name
            guard let fixed = parameters.first(where: { $0.part == .fixed && isSame($0.name, value.name) }),
                parameters.contains(where: { isSame($0.name, key) }),
                !values.contains(where: { isSame($0.name, key) }), !isSame(value.value, fixed.defaultValue)
            else { return value }
            return Value.Member(key, value.value)
        }
    }

    /// By bytes: names that differ only in their Unicode form are two names.
    private static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    // MARK: Values

    private mutating func add(
        _ parameter: RouteParameter, _ value: Value?, _ route: Route, _ ruleset: Ruleset
    ) throws(LinkBuildError) {
        guard let value = value ?? (isWritten(parameter) ? parameter.defaultValue : parameter.onlyValue) else {
            guard !parameter.isRequired else {
                throw .missingParameter(parameter.name, expected: parameter.expectation)
            }
            return omit(parameter)
        }
        if parameter.part == .fixed {
            guard Self.isSame(value, parameter.defaultValue) else {
                throw .fixedValue(parameter.name, parameter.shownDefault)
            }
            return
        }
        guard Self.fitsIntoLink(value) else { throw .valueTooLong(parameter.name) }
        let texts = try Self.texts(of: value, for: parameter)
        guard let language = parameter.language, parameter.part != .path else {
            return carried.append(Carried(parameter: parameter, texts: texts))
        }
        try carry(parameter, texts, language, route)
    }

    /// Carries a query value or a fragment, unless the action gets the same from a link that leaves it out: so equal
    /// parameters make equal links, whether or not defaults were written out. (`Ruleset+link` tells when one must be.)
    private mutating func carry(
        _ parameter: RouteParameter, _ texts: [[UInt8]], _ language: Language, _ route: Route
    ) throws(LinkBuildError) {
        let text = String(decoding: texts.joined(), as: UTF8.self)
        if language == .flag { return try carryFlag(parameter, text, route) }
        // Before the language: the action's default need not be one of the values that the route lets links give.
        if !parameter.isRequired, !isWritten(parameter), Self.isSame(.string(text), parameter.defaultValue) {
            return omit(parameter)
        }
        guard language.accepts(Array(text.utf8).span) else { throw .invalidValue(parameter.name, text: text, language) }
        if language == .switch { return carrySwitch(parameter, text, route) }
        if let rule = LinkBuilder.breach(ofValue: text) { throw .forbiddenValue(parameter.name, rule) }
        switch parameter.part {
        case .query(let number): query.append(.init(key: route.query[number].key, value: text))
        case .fragment: fragment = text
        case .path, .fixed: return
        }
        carried.append(Carried(parameter: parameter, texts: texts))
    }

    /// Carries a flag that is `true`, and leaves out one that is `false` if the action gets that without it.
    private mutating func carryFlag(
        _ parameter: RouteParameter, _ text: String, _ route: Route
    ) throws(LinkBuildError) {
        guard case .query(let number) = parameter.part, text == "true" else {
            if text == "false", !parameter.isRequired, parameter.defaultValue == .bool(false) { return }
            throw .invalidValue(parameter.name, text: text, .bool)
        }
        query.append(.init(key: route.query[number].key, value: ""))
        carried.append(Carried(parameter: parameter, texts: [[]]))
    }

    /// Carries a switch in one of its spellings, unless the action gets the same without it.
    private mutating func carrySwitch(_ parameter: RouteParameter, _ text: String, _ route: Route) {
        guard case .query(let number) = parameter.part else { return }
        let value = Language.switch.value(of: text)
        if !parameter.isRequired, !isWritten(parameter), value == parameter.defaultValue { return omit(parameter) }
        let spelling = value == .bool(true) ? "" : "false"
        query.append(.init(key: route.query[number].key, value: spelling))
        carried.append(Carried(parameter: parameter, texts: [Array(spelling.utf8)]))
    }

    private func isWritten(_ parameter: RouteParameter) -> Bool {
        guard case .query(let number) = parameter.part else { return false }
        return written.contains(number)
    }

    /// Leaves a parameter out, and notes it where a link could say its default.
    private mutating func omit(_ parameter: RouteParameter) {
        guard case .query(let number) = parameter.part, !parameter.isSecret, let language = parameter.language,
            let text = parameter.defaultValue.flatMap(Self.text(of:)), language.accepts(text.span),
            LinkBuilder.breach(ofValue: String(decoding: text, as: UTF8.self)) == nil
        else { return }
        omitted.append(number)
    }

    /// Whether any table's links could carry the value; one that is longer would only be escaped and refused again for every
    /// scope of the route.
    private static func fitsIntoLink(_ value: Value) -> Bool {
        switch value {
        case .string(let text): text.utf8.count <= Limits.mostURLBytes
        case .array(let elements): elements.count <= Limits.mostSegments && elements.allSatisfy(fitsIntoLink)
        case .null, .bool, .integer, .number, .object: true
        }
    }

    /// The texts of a value: one, or those of a list.
    private static func texts(of value: Value, for parameter: RouteParameter) throws(LinkBuildError) -> [[UInt8]] {
        guard parameter.isList else {
            guard let text = text(of: value) else { throw .wrongShape(parameter.name, expectsList: false) }
            return [text]
        }
        guard let texts = value.elements?.map(text(of:)), !texts.contains(nil) else {
            throw .wrongShape(parameter.name, expectsList: true)
        }
        return texts.compactMap { $0 }
    }

    /// The text of a scalar; nil for what no link can carry.
    private static func text(of value: Value) -> [UInt8]? {
        switch value {
        case .string, .integer, .bool: Array(value.argumentText.utf8)
        case .null, .number, .array, .object: nil
        }
    }

    /// Whether two scalars or lists read the same, whatever their types on the wire.
    private static func isSame(_ left: Value, _ right: Value?) -> Bool {
        guard let right else { return false }
        guard let elements = left.elements else {
            guard let text = text(of: left) else { return left == right }
            return text == self.text(of: right)
        }
        guard let others = right.elements, others.count == elements.count else { return false }
        return zip(elements, others).allSatisfy { isSame($0, $1) }
    }

    // MARK: Path

    private mutating func fillPath(of route: Route) throws(LinkBuildError) {
        let pattern = route.pattern
        let filled = carried.filter { $0.parameter.part == .path }
        do {
            segments = try pattern.path { name in
                guard let found = filled.first(where: { Self.isSame($0.parameter.name, name) }) else { return nil }
                return found.parameter.isList ? .list(found.texts) : .text(found.texts.first ?? [])
            }
        } catch {
            throw Self.error(error, filled)
        }
        for place in pattern.places {
            let end = place.value == .tail ? segments.count : place.position + 1
            for index in place.position..<end {
                if let rule = LinkBuilder.breach(ofSegment: segments[index]) { throw .forbiddenValue(place.name, rule) }
            }
        }
    }

    /// Refuses a value of the path that holds the separator of a scheme's opaque form.
    func checkSeparator(of origin: LinkBuilder.Origin) throws(LinkBuildError) {
        guard case .opaque(_, let separator) = origin else { return }
        for part in carried where part.parameter.part == .path && part.texts.contains(where: separator.isHeld) {
            throw .forbiddenValue(part.parameter.name, .encodedSeparator)
        }
    }

    private static func error(_ fault: PathFault, _ filled: [Carried]) -> LinkBuildError {
        switch fault {
        case .missing(let name): return .missingParameter(name, expected: "a value")
        case .mistyped(let name, let language):
            let texts = filled.first { $0.parameter.name == name }?.texts ?? []
            return .invalidValue(name, text: String(decoding: texts.joined(), as: UTF8.self), language)
        case .wrongShape(let name, let expectsList): return .wrongShape(name, expectsList: expectsList)
        case .emptyEntry(let name): return .emptyEntry(name)
        }
    }

    // MARK: The way back

    /// Whether reading the link back gives every text that was put in.
    ///
    /// - Parameters:
    ///   - route: the route with the pattern that took the link.
    ///   - isOwn: whether that pattern is the one that was filled; else it has to capture all.
    func comesBack(in link: Link, _ match: Match, by route: Route, isOwn: Bool) -> Bool {
        let captures = route.pattern.captures.enumerated().map { index, capture in
            let texts = capture.value == .tail ? match.tail.map { link.segment($0) } : [match.capture(index)]
            return (name: capture.name, texts: texts.map { link.decoded($0) })
        }
        return carried.allSatisfy { carried in
            switch carried.parameter.part {
            case .path:
                return captures.first { $0.name == carried.parameter.name }.map { $0.texts == carried.texts } ?? isOwn
            case .query(let number):
                let item = match.queryItems.indices.contains(number) ? match.queryItems[number] : nil
                return item.map { [link.decoded(link.queryItem($0).value)] == carried.texts } ?? false
            case .fragment: return link.fragment.map { [link.decoded($0.value)] == carried.texts } ?? false
            case .fixed: return true
            }
        }
    }
}

extension Link {
    /// The bytes of a range of this link.
    fileprivate func decoded(_ range: ByteRange) -> [UInt8] { Array(bytes[range.indices]) }
}
