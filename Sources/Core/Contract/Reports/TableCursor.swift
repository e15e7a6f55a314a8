/// A cursor for reading a table in parts: the table's revision, and the place where the next part starts.
///
///     7c4fa18803e46b21:media:song     after the route `media:song`
///     7c4fa18803e46b21:3:131072       from byte 131072 of file 3 on
package struct TableCursor: Equatable {
    /// The place after which the next part begins.
    package enum Place: Equatable {
        case route(String)
        case text(file: Int, offset: Int)
    }

    package let revision: String
    package let place: Place

    package init(_ revision: String, _ place: Place) { (self.revision, self.place) = (revision, place) }

    /// Reads a cursor; nil where it is none.
    ///
    /// - Parameter isOfTexts: whether its place is one in a text.
    package init?(_ text: String, isOfTexts: Bool) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        revision = String(parts[0])
        guard isOfTexts else {
            place = .route(String(parts[1]))
            return
        }
        let numbers = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        guard numbers.count == 2, let file = Int(numbers[0]), let offset = Int(numbers[1]), file >= 0, offset >= 0
        else {
            return nil
        }
        place = .text(file: file, offset: offset)
    }

    /// *Shape*: as above.
    package var text: String {
        switch place {
        case .route(let name): "\(revision):\(name)"
        case .text(let file, let offset): "\(revision):\(file):\(offset)"
        }
    }
}
