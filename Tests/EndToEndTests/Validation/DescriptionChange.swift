import TestSupport

/// A change of one description, to see whether a judge finds it.
enum DescriptionChange {
    /// Drops a member, a word, a method or an error.
    case drop
    case kind(IDL.Kind)
    /// Adds a member beside the one that is named.
    case add(String, IDL.Kind)

    fileprivate func apply(to fields: inout [IDL.Field], _ member: String) {
        guard let index = fields.firstIndex(where: { $0.name == member }) else { return }
        switch self {
        case .drop: fields.remove(at: index)
        case .kind(let kind): fields[index].kind = kind
        case .add(let name, let kind): fields.append(IDL.Field(name, kind))
        }
    }
}

extension ServedInterfaces {
    /// The same with a change in one of the project's interfaces.
    ///
    /// - Parameter path: `Dispatch.Explain`, a method or an error; `Dispatch.Explain.url`, a member of it or of a type.
    ///
    /// *Throws*: if there is nothing to change.
    func changing(_ path: String, _ change: DescriptionChange) throws -> ServedInterfaces {
        let steps = path.split(separator: ".").map(String.init)
        let interface = "io.deeplinkd." + steps[0]
        guard let old = interfaces[interface] else { throw TestFailure("no interface: \(path)") }
        var (copy, new) = (self, old)
        if steps.count == 2 {
            (new.methods[steps[1]], new.errors[steps[1]]) = (nil, nil)
        } else {
            new.change(steps[1], steps[2], change)
        }
        let isChanged = new.types != old.types || new.methods != old.methods || new.errors != old.errors
        guard isChanged else { throw TestFailure("nothing to change: \(path)") }
        copy.interfaces[interface] = new
        return copy
    }
}

extension IDL {
    fileprivate mutating func change(_ owner: String, _ member: String, _ change: DescriptionChange) {
        switch types[owner] {
        case .structure(var fields):
            change.apply(to: &fields, member)
            types[owner] = .structure(fields)
        case .enumeration(let words): types[owner] = .enumeration(words.filter { $0 != member })
        case nil: break
        }
        if var method = methods[owner] {
            change.apply(to: &method.inputs, member)
            change.apply(to: &method.outputs, member)
            methods[owner] = method
        }
        if var fields = errors[owner] {
            change.apply(to: &fields, member)
            errors[owner] = fields
        }
    }
}
