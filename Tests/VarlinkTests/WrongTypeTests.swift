import Contract
import TestSupport
import Testing
import Varlink

/// A member of the wrong type is refused at its place, for every member that the interfaces declare.
///
/// The interface descriptions say which types fit: what a member is declared as decides, not the code that reads it.
@Suite struct WrongTypeTests {
    /// One value of each JSON type.
    private static let values: [Value] = [
        .null, .bool(true), .integer(1), .number(literal: "1.5"), .string("no such word"), .array([]), .object([]),
    ]

    /// True if the JSON type is one that the declared type admits, whatever the value.
    private static func fits(_ value: Value, _ kind: IDL.Kind, _ idl: IDL) -> Bool {
        switch (kind, value) {
        case (.bool, .bool), (.int, .integer), (.string, .string), (.array, .array), (.optional, .null): true
        case (.optional(let kind), _): fits(value, kind, idl)
        // It is whatever its sender likes.
        case (.object, _): true
        case (.named(let name), .string):
            idl.types[name].map { if case .enumeration = $0 { true } else { false } } ?? false
        case (.named(let name), .object):
            idl.types[name].map { if case .structure = $0 { true } else { false } } ?? false
        default: false
        }
    }

    /// The words of an enumeration; nil for any other type.
    private static func words(of kind: IDL.Kind, _ idl: IDL) -> [String]? {
        if case .optional(let kind) = kind { return words(of: kind, idl) }
        guard case .named(let name) = kind, case .enumeration(let words) = idl.types[name] else { return nil }
        return words
    }

    /// A value that a call takes for a parameter of that type.
    private static func sound(_ kind: IDL.Kind, _ idl: IDL) -> Value {
        if case .array = kind { return .array([]) }
        return .string(words(of: kind, idl)?.first ?? "x")
    }

    // MARK: Replies

    private static let replies: [(method: Method, reply: Reply)] = [
        (.open, .outcome(Samples.outcome)), (.verify, .verified(Samples.outcome, binding: "00", expiresAfterMs: 1)),
        (
            .explain,
            .explained(
                Samples.outcome,
                candidates: [.init { ($0.route, $0.feature, $0.action, $0.failure) = ("r", "F", "a", "f") }],
                preview: Samples.preview)
        ),
        (.list, .features([Samples.feature, Samples.feature], next: "A")), (.describe, .feature(Samples.feature)),
        (.watch, .watched([Samples.feature], removed: ["A"])),
        (.subscribe, .subscribed(sequence: 7, link: Samples.link, missed: 2)),
        (.channels, .channels([Samples.channel])), (.clear, .cleared(links: 1)),
        (.authorise, .authorisation(Samples.flow, Samples.outcome)), (.consents, .consents([Samples.consent])),
        (.ingest, .report(Samples.ingest)), (.products, .report(Samples.products)),
        (.purchases, .report(Samples.purchases)), (.watchPurchases, .report(Samples.purchases)),
        (.restore, .report(Samples.restore)), (.startTrial, .report(Samples.trial)),
        (.setToggle, .switched(isDurable: true)),
        (.status, .report(Samples.status)), (.table, .report(Samples.table)), (.override, .overridden(endsAfterMs: 9)),
        (.check, .report(Samples.check)),
        (
            .reload,
            .report(
                ReloadReport {
                    ($0.tableRevision, $0.routes) = ("t", 1)
                    ($0.files, $0.warnings) = (Samples.status.files, [Samples.diagnostic])
                })
        ),
        (.getInfo, .report(Samples.service)), (.getInterfaceDescription, .description("interface a.b")),
    ]

    /// A place in a reply: its path as errors name it, its declared type, and how to put another value there.
    private struct Place {
        let path: String
        let kind: IDL.Kind
        let replacing: (Value) -> Value
    }

    /// Every place in a value of the declared fields, outermost first.
    private static func places(
        in value: Value, _ fields: [IDL.Field], _ idl: IDL, at path: String, _ put: @escaping (Value) -> Value
    ) -> [Place] {
        (value.members ?? []).enumerated().flatMap { index, member -> [Place] in
            guard let field = fields.first(where: { $0.name == member.name }) else { return [] }
            let place = path.isEmpty ? member.name : path + "." + member.name
            let replacing = { (new: Value) -> Value in
                var members = value.members ?? []
                members[index].value = new
                return put(.object(members))
            }
            return [Place(path: place, kind: field.kind, replacing: replacing)]
                + places(inside: member.value, field.kind, idl, at: place, replacing)
        }
    }

    private static func places(
        inside value: Value, _ kind: IDL.Kind, _ idl: IDL, at path: String, _ put: @escaping (Value) -> Value
    ) -> [Place] {
        switch kind {
        case .optional(let kind): return places(inside: value, kind, idl, at: path, put)
        case .array(let kind):
            let elements = value.elements ?? []
            return elements.indices.flatMap { index -> [Place] in
                let replacing = { (new: Value) -> Value in
                    var elements = elements
                    elements[index] = new
                    return put(.array(elements))
                }
                return [Place(path: "\(path)[\(index)]", kind: kind, replacing: replacing)]
                    + places(inside: elements[index], kind, idl, at: "\(path)[\(index)]", replacing)
            }
        case .named(let name):
            guard case .structure(let fields)? = idl.types[name] else { return [] }
            return places(in: value, fields, idl, at: path, put)
        case .bool, .int, .string, .object: return []
        }
    }

    @Test(arguments: replies.indices)
    func `the client refuses a reply with a member of the wrong type, and names its place`(_ index: Int) throws {
        let (method, reply) = Self.replies[index]
        let idl = try IDL(method.interface.text)
        let name = String(method.name.dropFirst(method.interface.rawValue.count + 1))
        let outputs = try #require(idl.methods[name]?.outputs)
        let sound = try parameters(reply)
        let places = Self.places(in: sound, outputs, idl, at: "") { $0 }
        #expect(places.count >= outputs.count)
        #expect(try Reply(sound, of: method) == reply)
        var refused = 0
        for place in places {
            for value in Self.values where value != .null {
                var thrown: FramingError?
                do throws(FramingError) {
                    _ = try Reply(place.replacing(value), of: method)
                } catch {
                    thrown = error
                }
                guard !Self.fits(value, place.kind, idl) else {
                    // A fitting type may still be a word that is not known, or an object without its members.
                    if case .field(let name, _)? = thrown {
                        #expect(name.hasPrefix(place.path), "\(place.path) = \(value)")
                    }
                    continue
                }
                refused += 1
                guard case .field(let name, let expected)? = thrown else {
                    Issue.record("\(method.name): \(place.path) = \(value) is accepted: \(String(describing: thrown))")
                    continue
                }
                #expect(name == place.path && !expected.isEmpty, "\(method.name): \(place.path) = \(value)")
            }
        }
        #expect(refused > places.count)
    }

    @Test(arguments: replies.indices)
    func `a member that is null is the same as one that is absent`(_ index: Int) throws {
        let (method, reply) = Self.replies[index]
        let idl = try IDL(method.interface.text)
        let name = String(method.name.dropFirst(method.interface.rawValue.count + 1))
        let outputs = try #require(idl.methods[name]?.outputs)
        func read(_ value: Value) -> Result<Reply, FramingError> {
            Result { () throws(FramingError) in try Reply(value, of: method) }
        }
        for (number, member) in (try parameters(reply).members ?? []).enumerated() {
            let (without, null) = (try dropping(number, of: reply), try dropping(number, of: reply, leaving: .null))
            #expect(read(without) == read(null), "\(method.name): \(member.name)")
            let kind = outputs.first { $0.name == member.name }?.kind
            if case .optional? = kind { #expect(throws: Never.self, "\(member.name)") { try read(null).get() } }
        }
    }

    private func dropping(_ number: Int, of reply: Reply, leaving value: Value? = nil) throws -> Value {
        var members = try parameters(reply).members ?? []
        if let value { members[number].value = value } else { members.remove(at: number) }
        return .object(members)
    }

    // MARK: Calls

    @Test(arguments: Method.allCases.map(\.name))
    func `the daemon refuses a call with a parameter of the wrong type, and names it`(_ name: String) throws {
        let method = try #require(Method.allCases.first { $0.name == name })
        let idl = try IDL(method.interface.text)
        let inputs = try #require(idl.methods[String(name.dropFirst(method.interface.rawValue.count + 1))]?.inputs)
        func call(_ members: [Value.Member]) throws -> Call.Content {
            var bytes: [UInt8] = []
            CallEncoder.append(method: name, parameters: members, to: &bytes)
            return try decode(String(decoding: bytes.dropLast(), as: UTF8.self)).content
        }
        /// One parameter of each required name, of its type.
        func sound(except: String) -> [Value.Member] {
            inputs.filter { $0.name != except }.compactMap { field in
                if case .optional = field.kind { nil } else { Value.Member(field.name, Self.sound(field.kind, idl)) }
            }
        }
        for field in inputs {
            for value in Self.values {
                let content = try call(sound(except: field.name) + [.init(field.name, value)])
                // Objects of replies may be any value; a call takes none but an object.
                let isObject = field.kind == .object || field.kind == .optional(.object)
                // A call takes none but the declared words; a reply may have words of a later version.
                let isWord = value != .null && Self.words(of: field.kind, idl) != nil
                if isObject ? value == .null || value.members != nil : !isWord && Self.fits(value, field.kind, idl) {
                    guard case .request = content else {
                        Issue.record("\(name): \(field.name) = \(value): \(content)")
                        continue
                    }
                } else {
                    #expect(content == .refused(.invalidParameter(parameter: field.name)), "\(field.name) = \(value)")
                }
            }
            if case .optional = field.kind { continue }
            #expect(try call(sound(except: field.name)) == .refused(.invalidParameter(parameter: field.name)))
        }
        #expect(
            try call(sound(except: "") + [.init("noSuchParameter", .null)])
                == .refused(.invalidParameter(parameter: "noSuchParameter")))
    }
}
