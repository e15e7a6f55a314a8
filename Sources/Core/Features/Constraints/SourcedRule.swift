package import Contract

/// A kind whose facts a file or a service can hold.
///
/// *Shape*: a file holds one word, `on`; a service answers with an object, `{"on": true}`.
package protocol SourcedRule: ConstraintRule {
    /// The words that a file can hold, for messages: without those that mean the same.
    static var words: [String] { get }
    /// The value that a word of a file means; nil if it means none.
    static func value(ofWord word: String) -> FactValue?
    /// The value of a user without a file, where each user has one; nil if it is not known.
    static var valueWithoutFile: FactValue? { get }
    /// The value where the table names a source that this host has no adapter for; nil if it is not known.
    static var valueWithoutAdapter: FactValue? { get }
    /// The parameters with which a service is asked for a fact.
    static func parameters(of name: String, for subject: Subject) -> [Value.Member]
    /// The fact in a service's answer.
    static func read(_ answer: Value, for key: FactKey) -> SourceReply
}

extension SourcedRule {
    /// It is not known.
    package static var valueWithoutFile: FactValue? { nil }

    /// It is not known.
    package static var valueWithoutAdapter: FactValue? { nil }

    /// Reads the word of a status, which is the default if it is missing.
    ///
    /// - Parameters:
    ///   - name: of the member that has the word.
    ///   - what: what the words describe, for messages.
    ///   - known: the reply for a word that is known.
    package static func read<Word: RawRepresentable<String> & Equatable>(
        _ answer: Value, _ name: String, of what: String, unknown: Word, _ known: (Word) -> SourceReply
    ) -> SourceReply {
        switch answer[name] {
        case nil, .null: return .facts([:])
        case .string(let text):
            guard let word = Word(rawValue: text) else { break }
            return word == unknown ? .undetermined(reason: "it does not know") : known(word)
        default: break
        }
        return .failed(reason: "its `\(name)` is no \(name) of \(what)")
    }
}

/// Where a table says that a fact is to be had: a file, a service, polkit.
///
/// *Shape*: printed as tables write it: `file /run/app/switch`, `polkit org.example.play`.
package protocol FactOrigin: Hashable, Sendable, CustomStringConvertible {}

extension FactOrigin {
    /// True if the other is the same origin.
    package func isEqual(to other: (any FactOrigin)?) -> Bool { (other as? Self) == self }
}
