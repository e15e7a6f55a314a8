// Reads which products are needed, and how many units of each, as outcomes write it too:
//
//     premium                            a product
//     coins 30                           so many units of a consumable
//     any premium (coins 30)             one of several; the parentheses can be left out around units
//     all (any basic premium) player     in groups of any depth
//
// A parenthesis may be a part of a word. The id of a product has none, and never digits alone, so each word is one thing.

import Conf
import Contract
import Features
import Routing

/// Reads the words of a requirement, and reports what is wrong with them.
struct NeedReader: BlockReader {
    /// One word, or a parenthesis at its side.
    private struct Token {
        let text: String
        let place: SourceRange
        let isQuoted: Bool

        func isMark(_ mark: String) -> Bool { !isQuoted && text == mark }

        /// What it says of the words behind it; nil for a product.
        var mode: PurchaseRequirement.Mode? { isQuoted ? nil : PurchaseRequirement.Mode(rawValue: text) }

        /// True if it can only be a number of units.
        var isNumber: Bool { !isQuoted && Name.isNumber(text) }
    }

    let table: TableReading
    private let line: SourceRange
    private var tokens: ArraySlice<Token>
    /// True if the need that was read last was read to its end, so that reading goes on behind one that was reported.
    private var isAtEnd = false

    /// - Parameter first: the number of the first word.
    init(table: TableReading, _ statement: Int, from first: Int) {
        self.table = table
        line = table.document.place(of: statement)
        tokens = []
        tokens = arguments(statement, from: first).flatMap(split)[...]
    }

    /// The tokens of a word: parentheses stand at its beginning and at its end.
    private func split(_ word: PlacedWord) -> [Token] {
        if document.isQuoted(word.place) { return [Token(text: word.text, place: word.place, isQuoted: true)] }
        let bytes = Array(word.text.utf8)
        let opened = bytes.prefix { $0 == UInt8(ascii: "(") }.count
        let closed = bytes.dropFirst(opened).reversed().prefix { $0 == UInt8(ascii: ")") }.count
        func token(_ range: Range<Int>) -> Token {
            Token(
                text: String(decoding: bytes[range], as: UTF8.self),
                place: part(word.place, at: range.lowerBound, length: range.count), isQuoted: false)
        }
        let middle = opened..<bytes.count - closed
        return (0..<opened).map { token($0..<$0 + 1) } + (middle.isEmpty ? [] : [token(middle)])
            + (middle.upperBound..<bytes.count).map { token($0..<$0 + 1) }
    }

    /// The whole requirement; nil where it was reported.
    mutating func read() -> PurchaseRequirement? {
        guard let first = tokens.first else { return refuse("a purchase names a product", line) }
        if first.mode != nil { return readGroup(depth: 1) }
        // Before the products are looked up: which words are products is in doubt.
        if !first.isMark("("), !first.isMark(")"), !first.isNumber {
            let rest = tokens.dropFirst()
            if let next = (rest.first?.isNumber == true ? rest.dropFirst() : rest).first { return refuseRest(next) }
        }
        let need = readNeed(depth: 0)
        guard need != nil, let next = tokens.first else { return need }
        return refuseRest(next)
    }

    private func refuseRest(_ next: Token) -> PurchaseRequirement? {
        if next.isMark(")") { return refuseClosing(next) }
        return refuse("say whether any or all of the products are needed", line)
    }

    // MARK: Steps

    /// Reads `any NEED…` or `all NEED…`, up to the end or to a parenthesis.
    private mutating func readGroup(depth: Int) -> PurchaseRequirement? {
        guard let word = tokens.popFirst(), let mode = word.mode else { return nil }
        guard depth <= PurchaseRequirement.depthLimit else {
            return refuse(
                "the groups are \(depth) inside each other, and the limit is \(PurchaseRequirement.depthLimit)",
                word.place, help: "write fewer groups: one that is in a group of the same kind needs none of its own")
        }
        var (parts, count): ([PurchaseRequirement], Int) = ([], 0)
        var named: Set<String> = []
        while let next = tokens.first, !(depth > 1 && next.isMark(")")) {
            if next.isMark(")") { return refuseClosing(next) }
            let errors = table.diagnostics.errorCount
            guard let part = readNeed(depth: depth) else {
                // Each product that is not known is reported; a form that is wrong is reported once.
                guard table.diagnostics.errorCount > errors, isAtEnd else { return nil }
                count += 1
                continue
            }
            count += 1
            if case .product(let id, _) = part.content, !named.insert(id).inserted {
                report(.repeatedConstraint, next.place, "the product `\(id)` is named twice", help: "remove it")
                continue
            }
            parts.append(part)
        }
        isAtEnd = count > 0
        guard isAtEnd else { return refuse("a purchase names a product", depth > 1 ? word.place : line) }
        guard parts.count == count else { return nil }
        return PurchaseRequirement.group(mode, parts)
    }

    /// Reads one need: a product with its units, or what is in parentheses.
    private mutating func readNeed(depth: Int) -> PurchaseRequirement? {
        isAtEnd = false
        guard let first = tokens.popFirst() else { return nil }
        if first.isMark("(") { return readParentheses(first, depth: depth) }
        // A product may have such a word as its id.
        if first.mode != nil, !table.mayName(product: first.text) {
            return refuse(
                "`\(first.text)` stands inside another group", first.place,
                help: "write it in parentheses, as in `require purchase all (any basic premium) player`")
        }
        if first.isMark(")") { return refuseClosing(first) }
        if first.isNumber {
            return refuse(
                "`\(first.text)` is a number of units, and no product stands before it", first.place,
                help: "as in `require purchase coins 30`")
        }
        let number = tokens.first.flatMap { $0.isNumber ? $0 : nil }
        if number != nil { tokens.removeFirst() }
        isAtEnd = true
        guard let product = readProduct(first) else { return nil }
        guard let number else { return PurchaseRequirement.product(product) }
        return units(number.text, number.place, of: product).flatMap { PurchaseRequirement.product(product, units: $0) }
    }

    private mutating func readParentheses(_ opening: Token, depth: Int) -> PurchaseRequirement? {
        guard let first = tokens.first, !first.isMark(")") else {
            return refuse("there is nothing in the parentheses", opening.place)
        }
        // A parenthesis of its own adds no group, and yet as much depth: reading goes as deep.
        guard depth <= 2 * PurchaseRequirement.depthLimit else {
            return refuse(
                "more than \(PurchaseRequirement.depthLimit) parentheses are inside each other", opening.place,
                help: "write fewer groups")
        }
        let need = first.mode == nil ? readNeed(depth: depth + 1) : readGroup(depth: max(2, depth + 1))
        guard isAtEnd else { return nil }
        isAtEnd = false
        guard let closing = tokens.popFirst() else {
            return refuse("the parenthesis is not closed", opening.place, help: "add `)` behind what it is about")
        }
        guard closing.isMark(")") else {
            return refuse("say whether any or all of the products are needed", closing.place)
        }
        isAtEnd = true
        return need
    }

    /// The id of a product that the table may name; nil where it was reported.
    private func readProduct(_ word: Token) -> String? {
        guard table.mayName(product: word.text) else {
            reportUnknownProduct((word.text, word.place))
            return nil
        }
        purchases.used.insert(word.text)
        return word.text
    }

    // MARK: Reports

    private func refuse<Read>(
        _ message: String, _ place: SourceRange,
        help: String = "as in `require purchase any premium.monthly founder.once`"
    ) -> Read? {
        refuse(.badConstraint, place, message, help: help)
    }

    private func refuseClosing<Read>(_ token: Token) -> Read? {
        refuse("there is no parenthesis to close", token.place, help: "remove it, or add `(` before what it is about")
    }
}

extension BlockReader {
    /// A number of units of a consumable; nil where it was reported.
    func units(_ text: String, _ place: SourceRange, of product: String) -> Int? {
        guard Name.isNumber(text), let units = Int(text), 1...Limits.unitsPerLicence ~= units else {
            return refuse(
                .badConstraint, place, "`\(text)` is not a number of units",
                help: "a whole number from 1 to \(Limits.unitsPerLicence), as in `30`")
        }
        guard units == 1 || purchases.consumables.contains(product) else {
            return refuse(
                .badConstraint, place, "`\(product)` is bought once, so its units are not counted",
                help: "the product needs the line `kind consumable`, or leave out the number")
        }
        return units
    }
}
