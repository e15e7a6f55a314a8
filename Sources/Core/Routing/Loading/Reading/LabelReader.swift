import Conf
import Links

/// Reads `title TEXT` and `icon NAME`, which people see.
struct LabelReader: BlockReader {
    let table: TableReading

    /// *Units*: characters.
    private static let longestTitle = 64

    /// The title of the package, or of the table outside of packages.
    var titleInForce: String? { table.draft.labels[key]?.title }

    private var key: String { table.package?.name ?? "" }

    /// Reads a line outside of any block.
    func read(_ directive: TableDirective, _ statement: Int) {
        if let first = table.draft.labelPlaces[key]?.updateValue(place(0, statement), forKey: directive) {
            return reportSecond(
                .repeatedDirective, place(0, statement), "the \(directive.rawValue) is given in two files",
                first: first)
        }
        table.draft.labelPlaces[key, default: [:]][directive] = place(0, statement)
        if directive == .title {
            table.draft.labels[key, default: .init()].title = title(statement)
        } else {
            table.draft.labels[key, default: .init()].icon = icon(statement)
        }
    }

    /// A title that is shown beside texts of others, so it cannot turn or break them.
    func title(_ statement: Int) -> String? {
        let text = word(1, statement)
        if (1...Self.longestTitle).contains(text.count), text.contains(where: { !$0.isWhitespace }), isShown(text) {
            return text
        }
        return refuse(
            .badValue, place(1, statement), "a title is shown to people, and this text cannot be",
            help: "write 1 to \(Self.longestTitle) characters, without line breaks, control characters and marks of "
                + "direction")
    }

    /// Whether a person sees the text as it is, by the rule for texts of links.
    private func isShown(_ text: String) -> Bool { LinkBuilder.breach(ofValue: text) == nil }

    private func icon(_ statement: Int) -> String? {
        let text = word(1, statement)
        if Name.isPlainPath(text) && isShown(text) || Name.isProductID(text) { return text }
        return refuse(
            .badValue, place(1, statement), "`\(text)` is not an icon",
            help: "name an icon of the theme, as in `icon org.example.Recipes`, or the absolute path of an image")
    }
}
