import Conf
import Contract
import Features
import Links

/// What a table takes as a title and as an icon.
package enum ShownLabel {
    /// *Units*: characters.
    package static let longestTitle = 64

    /// Whether a person sees a text of at most so many characters as it is, by the rule for texts of links.
    package static func isText(_ text: String, upTo limit: Int) -> Bool {
        1...limit ~= text.count && text.contains { !$0.isWhitespace } && LinkBuilder.breach(ofValue: text) == nil
    }

    /// Whether the text names an icon of the theme, or is the absolute path of an image.
    package static func isIcon(_ text: String) -> Bool {
        Name.isProductID(text) || Name.isPlainPath(text) && isText(text, upTo: .max)
    }
}

/// Reads `title TEXT`, `description TEXT` and `icon NAME`, which people see.
struct LabelReader: BlockReader {
    let table: TableReading

    /// The title of the package, or of the table outside of packages.
    var titleInForce: LocalizedText? { table.draft.labels[key]?.title }

    private var key: String { table.package?.name ?? "" }

    // MARK: Of a table or a package

    /// Reads a line outside of any block.
    func read(_ directive: TableDirective, _ statement: Int) {
        let (word, place) = (directive.rawValue, self.place(0, statement))
        let name = word + (self.language(of: statement).map { " in \($0)" } ?? "")
        if let first = table.draft.labelPlaces[key, default: [:]].updateValue(place, forKey: name) {
            let isHere = first.file == place.file
            return reportSecond(
                .repeatedDirective, place, isHere ? "`\(word)` is given twice" : "the \(name) is given in two files",
                first: first)
        }
        if directive == .title {
            table.draft.titles[key, default: LocalizedLines()].add(statement, of: self, text: title)
        } else {
            table.draft.labels[key, default: .init()].icon = icon(statement)
        }
    }

    /// Puts the titles together, once all lines outside of blocks are read.
    func keepTitles() {
        for (package, lines) in table.draft.titles.sorted(by: { $0.key < $1.key }) {
            table.draft.labels[package, default: .init()].title = lines.text(of: self)
        }
    }

    // MARK: Of a feature

    /// Reads the lines `title` of one block.
    func title(_ statements: [Int]) -> LocalizedText? { readTexts(statements, text: title) }

    /// Reads the lines `description` of one block.
    func description(_ statements: [Int]) -> LocalizedText? { readTexts(statements) { $0.text } }

    private func title(_ word: PlacedWord) -> String? { readShown(word, upTo: ShownLabel.longestTitle, as: "title") }

    private func icon(_ statement: Int) -> String? {
        let text = word(1, statement)
        if ShownLabel.isIcon(text) { return text }
        return refuse(
            .badValue, place(1, statement), "`\(text)` is not an icon",
            help: "name an icon of the theme, as in `icon org.example.Recipes`, or the absolute path of an image")
    }
}
