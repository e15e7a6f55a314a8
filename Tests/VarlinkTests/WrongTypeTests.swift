import Contract
import TestSupport
import TestTables
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
        if case .bool = kind { return .bool(true) }
        return .string(words(of: kind, idl)?.first ?? "x")
    }

    // MARK: Replies

    private static let names = Interface.all.flatMap(\.methods).map { $0.name }

    private static func method(_ name: String) throws -> any Method.Type {
        try #require(Interface.all.flatMap(\.methods).first { $0.name == name })
    }

    private static func declared(_ method: any Method.Type) throws -> (IDL, IDL.Method) {
        let idl = try IDL(#require(Interface.all.first { $0.name == method.interface }).text)
        return (idl, try #require(idl.methods[method.member]))
    }

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

    @Test(arguments: names)
    func `the client refuses a reply with a member of the wrong type, and names its place`(_ name: String) throws {
        let method = try Self.method(name)
        try checkPlaces(of: method)
    }

    private func checkPlaces<Call: Method>(of method: Call.Type) throws {
        let (idl, declared) = try Self.declared(method)
        let (outputs, reply) = (declared.outputs, FullSample.make(Call.Answer.self))
        let sound = try parameters(reply)
        let places = Self.places(in: sound, outputs, idl, at: "") { $0 }
        #expect(places.count >= outputs.count)
        #expect(try Call.Answer(reply: sound) == reply)
        var refused = 0
        for place in places {
            for value in Self.values where value != .null {
                var thrown: FramingError?
                do throws(FramingError) {
                    _ = try Call.Answer(reply: place.replacing(value))
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
        #expect(places.isEmpty || refused > places.count)
    }

    @Test(arguments: names)
    func `a member that is null is the same as one that is absent`(_ name: String) throws {
        let method = try Self.method(name)
        try checkNulls(of: method)
    }

    private func checkNulls<Call: Method>(of method: Call.Type) throws {
        let outputs = try Self.declared(method).1.outputs
        func read(_ value: Value) -> Result<Call.Answer, FramingError> {
            do throws(FramingError) { return .success(try Call.Answer(reply: value)) } catch { return .failure(error) }
        }
        let members = try parameters(FullSample.make(Call.Answer.self)).members ?? []
        for (number, member) in members.enumerated() {
            var (without, null) = (members, members)
            without.remove(at: number)
            null[number].value = .null
            #expect(read(.object(without)) == read(.object(null)), "\(method.name): \(member.name)")
            let kind = outputs.first { $0.name == member.name }?.kind
            if case .optional? = kind {
                #expect(throws: Never.self, "\(member.name)") { try read(.object(null)).get() }
            }
        }
    }

    // MARK: Calls

    @Test(arguments: names)
    func `the daemon refuses a call with a parameter of the wrong type, and names it`(_ name: String) throws {
        let (idl, declared) = try Self.declared(Self.method(name))
        let inputs = declared.inputs
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
