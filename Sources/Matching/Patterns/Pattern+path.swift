// The way back from values to a path: what a match takes out of a pattern is put in again.
//
// Every atom is put together and then asked whether it accepts the text, and a capture stands between a prefix and a
// suffix of fixed lengths; so a path that is built is a path that the pattern accepts, with the same captures.
//
// A nameless `*` has no name to be given by, but a text it must have: it goes by its number, counted from 1, which no
// capture can be called. A nameless `**` is the next number; without a value it takes the least there is, the empty
// last segment: `/hello/**` builds `/hello/`.

/// What is put into a pattern.
package enum PathValue: Equatable, Sendable {
    /// A part of one segment, decoded.
    case text([UInt8])
    /// What the tail took: empty for the lone empty segment of `/a/`, and with an empty last text for `/a/b/`.
    case list([[UInt8]])
}

/// Why values make no path of a pattern; every case names the place.
package enum PathFault: Error, Equatable, Sendable {
    /// No value was given.
    case missing(String)
    /// The text is not of the capture's language.
    case mistyped(String, Language)
    /// A list was given for one segment, or a text for the tail.
    case wrongShape(String, expectsList: Bool)
    /// An entry of the list other than the last is empty, or the last of one.
    case emptyEntry(String)
}

extension Pattern {
    /// A place of a pattern that a value has to fill.
    package struct Place: Equatable, Sendable {
        /// The capture's name, or the number of a nameless place, from 1.
        package let name: String
        /// What it takes.
        package let value: Capture.Value
        /// The number of the atom; for the tail the number of atoms.
        package let position: Int
        /// Whether it goes by a number.
        package let isNameless: Bool
    }

    /// The places, in the order of the pattern.
    package var places: [Place] {
        var places: [Place] = []
        var count = 0
        for (position, atom) in atoms.enumerated() {
            switch atom.core {
            case .literal: continue
            case .capture(let name, let language):
                places.append(Place(name: name, value: .text(language), position: position, isNameless: false))
            case .wildcard:
                count += 1
                places.append(Place(name: "\(count)", value: .text(.string), position: position, isNameless: true))
            }
        }
        switch tail {
        case .named(let name):
            places.append(Place(name: name, value: .tail, position: atoms.count, isNameless: false))
        case .nameless:
            places.append(Place(name: "\(count + 1)", value: .tail, position: atoms.count, isNameless: true))
        case nil: break
        }
        return places
    }

    /// The decoded segments of the path that has the given values in its places.
    ///
    /// *Throws*: the first fault, in the order of the pattern. Whether a link may hold the texts, the policy of links says.
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
        _ value: PathValue?, _ place: Place, _ language: Language
    ) throws(PathFault) -> [UInt8] {
        switch value {
        case nil: throw .missing(place.name)
        case .list: throw .wrongShape(place.name, expectsList: false)
        case .text(let text):
            guard language.accepts(text.span) else { throw .mistyped(place.name, language) }
            return text
        }
    }

    private static func tail(_ value: PathValue?, _ place: Place) throws(PathFault) -> [[UInt8]] {
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
