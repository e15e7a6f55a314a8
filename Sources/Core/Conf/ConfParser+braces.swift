// Reads a line's braces. A block opens with a `{` that ends its line and closes with a `}` on a line of its own, or stands
// on one line as a whole (`ConfParser+lines.swift`). Any other brace is an error, reported once per line, and still opens or
// closes a block, as its author most likely meant. Otherwise every line after it would be in the wrong block and an error
// too.

import Contract

extension ConfParser {
    static let opening = UInt8(ascii: "{")
    static let closing = UInt8(ascii: "}")

    /// Closes a block for each `}` that the line begins with, and gives the first word after them.
    mutating func closeBlocks(_ first: Int) -> Int {
        var next = first
        while next < words.count, isBrace(words[next], Self.closing) {
            if next == first + 1 { refuseFollower(words[next]) }
            if open.isEmpty {
                reportImbalance(words[next], "no block is open that this `}` could close", help: "remove it")
            }
            closeBlock()
            next += 1
        }
        if next == first + 1, next < words.count { refuseFollower(words[next]) }
        return next
    }

    /// Ends the innermost open block before what comes next.
    mutating func closeBlock() {
        lineWithoutBlock = nil
        if let statement = open.popLast() { statements[statement].end = UInt32(statements.count) }
    }

    /// Reports a word behind a `}` that ends its line.
    mutating func refuseFollower(_ word: Word) {
        report(
            .misplacedBrace, word, "text follows the `}` on its line",
            help: "write this text on the next line")
    }

    /// Takes the `{` that ends the line away from its words; whether the statement has a block.
    mutating func takeOpeningBrace(_ first: Int) -> Bool {
        let last = words[words.count - 1]
        if isBrace(last, Self.opening) {
            if words.count == first + 1 { refuseNamelessBlock(last) } else { words.removeLast() }
            return true
        }
        guard !last.isQuoted, ends(last, with: Self.opening), !begins(last), !isUnclosed(last) else {
            return quoteTookBrace
        }
        report(
            .misplacedBrace, Int(last.end) - 1, 1, "a blank is missing before the `{`",
            help: "write a blank before it, or quote a word that ends with a brace")
        balanceIsDoubtful = true
        words[words.count - 1].end -= 1
        return true
    }

    /// Whether the line is a `{` alone, which was reported and opens the block of the line before.
    mutating func opensLineBefore(_ first: Int) -> Bool {
        guard words.count == first + 1, isBrace(words[first], Self.opening), let statement = lineWithoutBlock,
            open.count < Limits.nesting
        else { return false }
        report(
            .misplacedBrace, words[first], "the `{` of a block ends the line of its directive",
            help: "put it at the end of the line before: `\(written(statement)) {`")
        words.removeLast()
        openBlock(of: statement)
        return true
    }

    private mutating func refuseNamelessBlock(_ brace: Word) {
        damage(
            .misplacedBrace, Int(brace.start), 1, "a block needs a directive before its `{`",
            help: "write the directive on the same line")
    }

    /// The position of the first word that begins or ends with a brace; nil where the line has none.
    func firstBrace(from first: Int) -> Int? { words[first...].firstIndex(where: hasBrace) }

    private func hasBrace(_ word: Word) -> Bool {
        guard !word.isQuoted, !isUnclosed(word) else { return false }
        return begins(word) || ends(word, with: Self.opening) || ends(word, with: Self.closing)
    }

    /// Whether a line has a block on it as a whole: its first brace opens one behind a directive, and more words follow.
    ///
    /// A brace that is a part of a word is reported instead.
    func beginsOneLineBlock(_ brace: Int, of first: Int) -> Bool {
        brace > first && brace < words.count - 1 && isBrace(words[brace], Self.opening)
            && words[brace...].allSatisfy { $0.end - $0.start == 1 || !hasBrace($0) }
    }

    /// Reports a brace that stands where none may, and gives how many blocks the line's strays seem to open.
    mutating func refuseStrayBraces(_ first: Int) -> Int {
        // A nameless block was reported as such.
        guard !(lineIsDamaged && words.count == first + 1 && isBrace(words[first], Self.opening)) else { return 0 }
        let strays = words[first...].filter(hasBrace)
        var balance = 0
        for word in strays {
            // A brace whose partner is in the same word belongs to the word: `/a/{id}` opens and closes no block.
            let pair = pair(in: word)
            for offset in word.end - word.start == 1 ? [word.start] : [word.start, word.end - 1]
            where pair?.range.contains(Int(offset)) != true {
                balance += bytes[Int(offset)] == Self.opening ? 1 : bytes[Int(offset)] == Self.closing ? -1 : 0
            }
        }
        // Beside `respond}` the `{` of the same line is right.
        if let word = strays.first(where: { $0.end - $0.start > 1 }) ?? strays.first { refuseStray(word) }
        return balance
    }

    private mutating func refuseStray(_ word: Word) {
        let isAlone = word.end - word.start == 1
        if let pair = pair(in: word) {
            return damage(
                .misplacedBrace, pair.range.lowerBound, pair.range.count,
                "this word begins or ends with a brace and has no quotes",
                help: pair.help(endsLine: word == words[words.count - 1]))
        }
        balanceIsDoubtful = true
        let offset = Int(begins(word) ? word.start : word.end - 1)
        guard isAlone else {
            return damage(
                .misplacedBrace, offset, 1, "this word begins or ends with a brace and has no quotes",
                help: "put a blank between them, or quote the word")
        }
        let opens = isBrace(word, Self.opening)
        damage(
            .misplacedBrace, offset, 1,
            opens ? "a block needs a directive before its `{`" : "this `}` closes no block of its line",
            help: opens
                ? "write the directive before it, as in `action home { respond }`, or quote the brace"
                : "put it on the next line, or quote it")
    }

    private func pair(in word: Word) -> BracePair? { BracePair(in: bytes[Int(word.start)..<Int(word.end)]) }

    /// Reports a brace that has no partner.
    mutating func reportImbalance(_ word: Word, _ message: String, help: String) {
        guard !balanceIsDoubtful else { return }
        imbalanceCount += 1
        report(.unbalancedBrace, word, message, help: help)
    }

    /// Whether the word is that brace and nothing else.
    func isBrace(_ word: Word, _ brace: UInt8) -> Bool {
        !word.isQuoted && word.end - word.start == 1 && bytes[Int(word.start)] == brace
    }

    private func begins(_ word: Word) -> Bool {
        word.start < word.end && (bytes[Int(word.start)] == Self.opening || bytes[Int(word.start)] == Self.closing)
    }

    private func ends(_ word: Word, with brace: UInt8) -> Bool {
        word.start < word.end && bytes[Int(word.end) - 1] == brace
    }

    /// Whether the word is the rest of a line behind a quote that nothing closes.
    private func isUnclosed(_ word: Word) -> Bool {
        word.start < word.end && bytes[Int(word.start)] == UInt8(ascii: "\"")
    }
}
