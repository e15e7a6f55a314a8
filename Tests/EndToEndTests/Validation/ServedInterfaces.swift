import TestSupport

/// The interfaces that a daemon serves, as it describes them itself.
struct ServedInterfaces: Sendable {
    /// The descriptions, by the name of the interface.
    var interfaces: [String: IDL] = [:]

    static let service = "org.varlink.service"

    /// Those of a daemon that was started for this.
    static let shared = Result {
        var served: ServedInterfaces?
        try withDaemon(table: "scheme t\n") { served = try ServedInterfaces(of: $0.connect()) }
        guard let served else { throw TestFailure("no descriptions") }
        return served
    }

    init(of client: RawClient) throws {
        let info = try client.call(Self.service + ".GetInfo")
        for name in info["parameters.interfaces"]?.elements.map(\.text) ?? [] {
            let reply = try client.call(Self.service + ".GetInterfaceDescription", ["interface": name])
            interfaces[name] = try IDL(reply["parameters.description"].text)
            guard interfaces[name]?.name == name else { throw TestFailure("\(name) describes another interface") }
        }
        guard interfaces[Self.service] != nil else { throw TestFailure("no \(Self.service): \(info)") }
    }

    /// Every method by its full name, in a fixed order.
    var methods: [(name: String, method: IDL.Method)] {
        interfaces.sorted { $0.key < $1.key }.flatMap { interface, idl in
            idl.methods.sorted { $0.key < $1.key }.map { (interface + "." + $0.key, $0.value) }
        }
    }

    /// Every error by its full name.
    var errors: Set<String> {
        Set(interfaces.flatMap { interface, idl in idl.errors.keys.map { interface + "." + $0 } })
    }

    /// The interface and the last name of a member's full name.
    func member(_ name: String) -> (interface: String, idl: IDL?, member: String) {
        guard let dot = name.lastIndex(of: ".") else { return ("", nil, name) }
        let interface = String(name[..<dot])
        return (interface, interfaces[interface], String(name[name.index(after: dot)...]))
    }

    func method(_ name: String) -> IDL.Method? {
        let (_, idl, member) = member(name)
        return idl?.methods[member]
    }

    // MARK: Values

    /// What is wrong with an object that should have these members; each fault begins with the path of the member.
    ///
    /// A null is the same as an absent member.
    func faults(of object: StrictJSON, _ fields: [IDL.Field], _ idl: IDL, at path: String) -> [String] {
        guard let members = object.presentMembers else { return ["\(path) is \(object.typeName), not an object"] }
        let names = fields.map(\.name)
        let undeclared = members.keys.filter { !names.contains($0) }.sorted()
        return undeclared.map { "\(path).\($0) is not declared" }
            + fields.flatMap { field in
                let place = path + "." + field.name
                if let value = members[field.name] { return faults(of: value, field.kind, idl, at: place) }
                return field.kind.isOptional ? [] : ["\(place) is missing"]
            }
    }

    /// What is wrong with a value of that kind.
    func faults(of value: StrictJSON, _ kind: IDL.Kind, _ idl: IDL, at path: String) -> [String] {
        switch (kind, value) {
        case (.optional, .null), (.bool, .bool), (.string, .string), (.object, .object): return []
        case (.optional(let inner), _): return faults(of: value, inner, idl, at: path)
        case (.int, .number(let literal)) where Int64(literal) != nil: return []
        case (.array(let kind), .array(let elements)):
            return elements.enumerated().flatMap { faults(of: $0.element, kind, idl, at: "\(path)[\($0.offset)]") }
        case (.named(let name), _):
            switch (idl.types[name], value) {
            case (.structure(let fields), _): return faults(of: value, fields, idl, at: path)
            case (.enumeration(let words), .string(let word)):
                return words.contains(word) ? [] : ["\(path) is \(word), no \(name)"]
            default: return ["\(path) is \(value.typeName), no \(name)"]
            }
        default: return ["\(path) is \(value.typeName), no \(kind)"]
        }
    }
}
