// Builds a path from values, the inverse of a match: `/doc/$(id)` with id = 7 gives `/doc/7`.
//
// Each value is tested against the type of its capture, and a capture stands between a prefix and a suffix of fixed
// lengths. So the pattern accepts the path that is built, with the same captures.
//
// A nameless `*` or `$(_:type)` needs a value too. Its name is its number, counted from 1; no capture can have such a
// name. A nameless `**` has the next number. Without a value it takes the shortest tail, the empty last segment: `/hello/**` builds
// `/hello/`.

/// A value for one place of a pattern.
package enum PathValue: Equatable, Sendable {
    /// A part of one segment, decoded.
    case text([UInt8])
    /// The segments of the tail: empty for `/a/` and its lone empty segment; the last text is empty for `/a/b/`.
    case list([[UInt8]])
}

/// The reason why no path can be built from the values; every case names the place.
package enum PathFault: Error, Equatable, Sendable {
    /// No value was given.
    case missing(String)
    /// The text is not of the capture's language.
    case mistyped(String, Language)
    /// A list was given for one segment, or a text for the tail.
    case wrongShape(String, expectsList: Bool)
    /// The list is [""], or an entry of it other than the last is empty.
    case emptyEntry(String)
}

extension Pattern {
    /// The captures and the nameless places, in the order of the pattern: each needs a value.
    package var places: [Capture] {
        var places: [Capture] = []
        var count = 0
        for (position, atom) in atoms.enumerated() {
            switch atom.core {
            case .literal: continue
            case .capture(Self.noName, let language):
                count += 1
                places.append(Capture(name: "\(count)", value: .text(language), position: position, isNameless: true))
            case .capture(let name, let language):
                places.append(Capture(name: name, value: .text(language), position: position))
            case .wildcard:
                count += 1
                places.append(Capture(name: "\(count)", value: .text(.string), position: position, isNameless: true))
            }
        }
        switch tail {
        case .named(let name): places.append(Capture(name: name, value: .tail, position: atoms.count))
        case .nameless:
            places.append(Capture(name: "\(count + 1)", value: .tail, position: atoms.count, isNameless: true))
        case nil: break
        }
        return places
    }

    /// The decoded segments of the path with the given values.
    ///
    /// *Throws*: the first fault, in the order of the pattern. The policy of links is not checked here.
    package func path(_ value: (String) -> PathValue?) throws(PathFault) -> [[UInt8]] {
        var segments = atoms.map(\.prefix)
        for place in places {
            switch place.value {
            case .text(let language):
                let text = try Self.text(value(place.name), place, language)
                segments[place.position] += text + atoms[place.position].suffix
            case .tail: segments += try Self.tail(value(place.name), place)
            }
        }
        return segments
    }

    private static func text(
        _ value: PathValue?, _ place: Capture, _ language: Language
    ) throws(PathFault) -> [UInt8] {
        switch value {
        case nil: throw .missing(place.name)
        case .list: throw .wrongShape(place.name, expectsList: false)
        case .text(let text):
            guard language.accepts(text.span) else { throw .mistyped(place.name, language) }
            return text
        }
    }

    private static func tail(_ value: PathValue?, _ place: Capture) throws(PathFault) -> [[UInt8]] {
        switch value {
        case nil where place.isNameless: return [[]]
        case nil: throw .missing(place.name)
        case .text: throw .wrongShape(place.name, expectsList: true)
        case .list(let list):
            guard !list.dropLast().contains([]), list != [[]] else { throw .emptyEntry(place.name) }
            return list.isEmpty ? [[]] : list
        }
    }
}
