// Reads the lines of an action that say what may be kept of it: its answers, and that it was begun.
//
//     cache for 5m [stale 1h] [size 1m]      answers, in memory
//     journal                                each beginning, on the disk

import Conf
import Contract
import Features

extension ActionReader {
    /// Reads `cache for TIME [stale TIME] [size BYTES]`; nil where it was reported.
    func readCache(_ statement: Int) -> CacheRule? {
        let words = arguments(statement)
        guard isKeyword(words[0], "for") else { return refuseForm(words[0]) }
        guard let freshFor = readTime(words[1]) else { return nil }
        var rule = CacheRule(freshFor: freshFor)
        var rest = words.dropFirst(2)
        if isKeyword(rest.first, "stale"), rest.count > 1 {
            let word = rest[rest.startIndex + 1]
            guard let staleFor = readTime(word, Self.staleHelp) else { return nil }
            guard staleFor > freshFor else {
                return refuse(
                    .badValue, word.place, "an answer is stale only when it is older than \(words[1].text)",
                    help: Self.staleHelp)
            }
            rule.staleFor = staleFor
            rest = rest.dropFirst(2)
        }
        if isKeyword(rest.first, "size"), rest.count > 1 {
            let word = rest[rest.startIndex + 1]
            guard let bytes = Quantity.bytes(word.text), 1...Limits.cacheBytesPerUser ~= bytes else {
                return refuse(
                    .badValue, word.place, "`\(word.text)` is not a valid size for `cache`",
                    help: "bytes up to \(Limits.cacheBytesPerUser >> 20)m, as in `64k`, `1m`")
            }
            rule.byteLimit = bytes
            rest = rest.dropFirst(2)
        }
        if let word = rest.first { return refuseForm(word) }
        return rule
    }

    private func refuseForm(_ word: PlacedWord) -> CacheRule? {
        refuse(
            .wrongArguments, word.place, "`\(word.text)` is not a word of `cache`",
            help: "it is written `\(ActionLimit.cache.form.shape)`")
    }

    private static let staleHelp = "a time up to 30d that is longer than that behind `for`"

    private func readTime(
        _ word: PlacedWord, _ help: String = "a time from 1ms to 30d, as in `30s`, `5m`, `1h`"
    ) -> Duration? {
        if let time = Quantity.duration(word.text), time >= .milliseconds(1), time <= Limits.longestCacheTime {
            return time
        }
        return refuse(.badValue, word.place, "`\(word.text)` is not a valid time for `cache`", help: help)
    }

    /// Reports what an action with these limits cannot keep.
    func checkKept(
        _ limits: inout ActionLimits, of statement: Int, _ block: StatementChecker.Block<ActionDirective>,
        _ inputs: [ActionInput]
    ) {
        if limits.isJournaled, limits.hasNoEffect, let line = line(.journal, of: block) {
            report(
                .misplacedDirective, place(0, line), "an action that changes nothing leaves nothing in doubt",
                help: "remove `journal` or `effect none`")
        }
        guard limits.cache != nil, let line = line(.cache, of: block) else { return }
        limits.cache?.declaration = words(of: statement)
        if limits.isDetached {
            report(
                .misplacedDirective, place(0, line), "a program that outlives the call has no answer to keep",
                help: "remove `cache` or `detach`")
        } else if !limits.hasNoEffect {
            report(
                .misplacedDirective, place(0, line), "an answer is kept only of an action that changes nothing",
                help: "add the line `effect none` if the action has no effect, or remove `cache`")
        }
        if let secret = inputs.first(where: { $0.isSecret }) {
            report(
                .misplacedDirective, place(0, line),
                "the input `\(secret.name)` is secret, and an answer for a secret is not kept",
                help: "remove `cache`, or `secret` if others may read the value")
        }
    }

    private func line(_ limit: ActionLimit, of block: StatementChecker.Block<ActionDirective>) -> Int? {
        block.checked.first { $0.directive == .limit(limit) }?.statement
    }

    /// The words of a statement and of its block.
    private func words(of statement: Int) -> String {
        (statement..<Int(document.statements[statement].end)).map {
            document.written(0..<document.wordCount(of: $0), of: $0)
        }.joined(separator: "\n")
    }
}
