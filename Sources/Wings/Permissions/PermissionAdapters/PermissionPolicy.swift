// The administrator's policy on permissions: a file in the syntax of tables, with one rule a line. The first rule that is
// about a permission and a user counts, before whatever its source or an operator's setting says:
//
//     deny camera group guests "Guests do not use the camera."
//     grant polkit:org.example.play user ann
//     restrict location "Programs on these machines do not know where they are."
//
// Who may read a policy's answer is everybody it is about: the sentence is shown with the refusal.
//
// The policy fails closed. While the file cannot be read, is not trusted or has an error, every permission is undetermined. A
// rule about a user or group that the databases do not have leaves its permission undetermined for all whom no earlier rule
// is about: it may forbid what must not be granted.

internal import Conf
internal import Contract
internal import FactSources
internal import Features
internal import HostSystem
import PermissionRules

/// The rules of one policy file.
struct PermissionPolicy: Equatable, Sendable {
    /// Whom a rule is about.
    enum Holder: Equatable, Sendable {
        case everybody
        case user(String)
        case group(String)
    }

    /// One line.
    struct Rule: Equatable, Sendable {
        let permission: Permission
        let holder: Holder
        let status: PermissionStatus
        let sentence: String?
    }

    let rules: [Rule]

    /// Why a file is no policy.
    struct Fault: Error, Equatable, CustomStringConvertible {
        /// *Shape*: one line: `policy:3: there is no permission …`.
        let description: String
    }

    /// *Units*: rules of one file.
    static let ruleLimit = 1_000

    // MARK: Reading

    /// Reads a policy's text.
    ///
    /// - Parameter name: the file's, as errors show it.
    static func read(_ bytes: [UInt8], name: String) throws(Fault) -> PermissionPolicy {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(
            bytes, name: name, file: 0, statementLimit: ruleLimit, diagnostics: &diagnostics)
        if let first = diagnostics.inOrder.first { throw Fault(description: "\(name): \(first.message)") }
        var rules: [Rule] = []
        for statement in document.roots {
            do throws(RuleFault) {
                guard !document.statements[statement].hasBlock else { throw .init("a rule has no block") }
                let words = [document.directive(of: statement)] + document.arguments(of: statement)
                let isQuoted = document.word(words.count - 1, of: statement).isQuoted
                rules.append(try rule(words, hasSentence: isQuoted))
            } catch {
                let offset = document.place(of: statement).offset
                let line = bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
                throw Fault(description: "\(name):\(line): \(error.reason)")
            }
        }
        return PermissionPolicy(rules: rules)
    }

    private struct RuleFault: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// *Shape*: `grant|deny|restrict PERMISSION [user NAME|group NAME] ["SENTENCE"]`.
    ///
    /// A sentence is in quotes, so that `grant camera ann` is an error and no grant to everybody.
    private static func rule(_ words: [String], hasSentence: Bool) throws(RuleFault) -> Rule {
        let statuses: [String: PermissionStatus] = ["grant": .authorized, "deny": .denied, "restrict": .restricted]
        guard let status = statuses[words[0]] else { throw .init("a rule begins with grant, deny or restrict") }
        guard words.count > 1 else { throw .init("the permission is missing") }
        guard let permission = Permission(words[1]) else {
            let help = Permission.advice(onUnknown: words[1]) ?? Suggestion.help(for: words[1], among: Permission.forms)
            throw .init("there is no permission `\(words[1])`; \(help)")
        }
        var rest = words.dropFirst(2).prefix(3)
        guard words.count <= 5 else { throw .init("a rule has at most five words") }
        var holder = Holder.everybody
        if let kind = rest.first, ["user", "group"].contains(kind), rest.count > 1 {
            let name = rest[rest.startIndex + 1]
            holder = kind == "user" ? .user(name) : .group(name)
            rest = rest.dropFirst(2)
        }
        guard rest.count == (hasSentence ? 1 : 0) else {
            throw .init("after the permission stand `user NAME` or `group NAME`, and a sentence in quotes")
        }
        if let sentence = rest.first, sentence.utf8.count > Limits.noteBytes {
            throw .init("the sentence has \(sentence.utf8.count) bytes, and the limit is \(Limits.noteBytes)")
        }
        return Rule(permission: permission, holder: holder, status: status, sentence: rest.first)
    }

    // MARK: Deciding

    /// The databases of users and groups.
    struct Databases: Sendable {
        var userID: @Sendable (String) throws(LoopError) -> UInt32?
        var groupID: @Sendable (String) throws(LoopError) -> UInt32?
        var groupIDs: @Sendable (UInt32) throws(LoopError) -> Set<UInt32>?

        /// Those of this machine; they block.
        static let ofHost = Databases(
            userID: { name throws(LoopError) in try HostFacts.userID(named: name) },
            groupID: { name throws(LoopError) in try HostFacts.groupID(named: name) },
            groupIDs: { id throws(LoopError) in try HostFacts.groupIDs(ofUser: id) })
    }

    /// What the first rule that fits says, in the place of the permission's source; nil where none is about them.
    func verdict(on permission: Permission, for subject: Subject, _ databases: Databases) -> SourceReply? {
        do throws(LoopError) {
            for rule in rules where rule.permission == permission {
                guard let isAbout = try isAbout(rule.holder, subject, databases) else {
                    return .undetermined(reason: "the policy is about \(rule.holder), whom this machine does not have")
                }
                if isAbout { return .facts([.permission(permission): .permission(rule.status)], note: rule.sentence) }
            }
            return nil
        } catch {
            return .undetermined(reason: "\(error)")
        }
    }

    /// Whether a rule is about a subject; nil if its name stands for no user or group.
    ///
    /// Accounts and the machine are in no group.
    private func isAbout(_ holder: Holder, _ subject: Subject, _ databases: Databases) throws(LoopError) -> Bool? {
        let userID: UInt32? = if case .uid(let id) = subject { id } else { nil }
        switch holder {
        case .everybody: return true
        case .user(let name): return try databases.userID(name).map { $0 == userID }
        case .group(let name):
            guard let groupID = try databases.groupID(name) else { return nil }
            guard let userID else { return false }
            return try databases.groupIDs(userID)?.contains(groupID) ?? false
        }
    }
}

extension PermissionPolicy.Holder: CustomStringConvertible {
    /// *Shape*: `group guests`.
    var description: String {
        switch self {
        case .everybody: "everybody"
        case .user(let name): "user \(name)"
        case .group(let name): "group \(name)"
        }
    }
}
