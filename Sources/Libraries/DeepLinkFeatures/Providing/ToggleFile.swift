// The text of a file of toggles: JSON, so that people can read and repair it.
//
//     {"version":1,"toggles":{"machine":{"Podcasts/SmartPlaylists":true},"uid:1000":{"Podcasts/DynamicSpeed":false}}}
//
// Whatever is not of this shape is damage, and is reported with its place: a reader that skipped what it does not know would
// take it away when the file is next written.

import Contract

/// All toggles that a file keeps.
struct ToggleFile: Equatable {
    /// Why a text is no file of toggles; one clause.
    struct Damage: Error, Equatable {
        let problem: String
    }

    /// *Units*: bytes of the file.
    static let byteLimit = 1 << 20
    private static let version: Int64 = 1

    /// By subject and the feature's path.
    private(set) var toggles: [Subject: [String: Bool]] = [:]

    /// A file without toggles.
    init() {}

    /// Reads a file's bytes.
    init(bytes: [UInt8]) throws(Damage) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Damage(problem: "it is not UTF-8") }
        let value: Value
        do throws(FramingError) {
            value = try JSONText.value(of: text)
        } catch {
            throw Damage(problem: "it is not JSON")
        }
        guard case .object(let members) = value, Set(members.map(\.name)) == ["version", "toggles"] else {
            throw Damage(problem: "it is no object with the members version and toggles")
        }
        guard value["version"]?.int == Self.version else {
            throw Damage(problem: "its version is not \(Self.version)")
        }
        for entry in value["toggles"]?.members ?? [] { try add(entry) }
        guard value["toggles"]?.members != nil else { throw Damage(problem: "its toggles are no object") }
    }

    private mutating func add(_ entry: Value.Member) throws(Damage) {
        guard let subject = Subject(entry.name) else {
            throw Damage(problem: "`\(entry.name.prefix(80))` is no subject")
        }
        guard let members = entry.value.members else {
            throw Damage(problem: "the toggles of `\(subject)` are no object")
        }
        for member in members {
            guard let isOn = member.value.flag else {
                throw Damage(problem: "`\(member.name.prefix(80))` of `\(subject)` is neither true nor false")
            }
            toggles[subject, default: [:]][member.name] = isOn
        }
    }

    /// How a subject has switched a feature; nil where it has not.
    subscript(_ feature: String, _ subject: Subject) -> Bool? {
        get { toggles[subject]?[feature] }
        set {
            toggles[subject, default: [:]][feature] = newValue
            if toggles[subject]?.isEmpty == true { toggles[subject] = nil }
        }
    }

    /// The file's bytes: the same toggles have the same bytes.
    var bytes: [UInt8] {
        let subjects = toggles.map { subject, features in
            Value.Member(
                subject.description,
                .object(features.sorted { $0.key < $1.key }.map { Value.Member($0.key, .bool($0.value)) }))
        }
        let value = Value.object([
            .init("version", .integer(Self.version)),
            .init("toggles", .object(subjects.sorted { $0.name < $1.name })),
        ])
        return Array((JSONText.text(of: value) + "\n").utf8)
    }
}
