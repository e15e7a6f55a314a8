/// One mistake in a sound file, and the report of it: position, code, message and help.
package struct Mistake: Sendable {
    /// The text of the sound file that the mistake stands in place of.
    package enum Place: Sendable {
        /// The pattern of a route.
        case pattern
        /// A line of the table, of its feature, of an action without inputs, or of a route.
        case table, feature, action, route
        /// Any other text.
        case text(String)

        /// The text, and what replaces it.
        package func change(_ text: String) -> (old: String, new: String) {
            switch self {
            case .pattern: ("/items/$(id)", text)
            case .table: ("feature Shop {", "\(text)\nfeature Shop {")
            case .feature: ("    route home / do home", "    \(text)\n    route home / do home")
            case .action: ("action home {\n        respond", "action home {\n        \(text)")
            case .route: ("route home / do home", "route home / do home {\n        \(text)\n    }")
            case .text(let old): (old, text)
            }
        }
    }

    package let place: Place
    package let text: String
    /// *Shape*: `LINE:COLUMN CODE MESSAGE`, and `help: HELP` on the next line.
    package let report: String
    /// Whether the help or the message says what to write.
    package let isClear: Bool

    init(_ place: Place, _ text: String, _ report: String, isClear: Bool = true) {
        self.place = place
        self.text = text
        self.report = report
        self.isClear = isClear
    }

    /// The file with the mistake.
    package func file(in sound: String) -> String {
        let change = place.change(text)
        guard let range = sound.firstRange(of: change.old) else { return "" }
        return sound.replacingCharacters(in: range, with: change.new)
    }

    package static let tables = patterns + types + names + statements + braces

    /// A table without a mistake.
    package static let table = """
        scheme shop
        host shop.example
        values kinds shirts shoes
        feature Shop {
            action show {
                input id string = x
                respond
            }
            action buy {
                input number uint
                input kind @kinds = shoes
                respond
            }
            action home {
                respond
            }
            route item /items/$(id) do show
            route buy /buy/$(number:uint) do buy
            route home / do home
        }

        """

    /// A file of cases without a mistake, which is about that table.
    package static let caseFile = """
        table routes.conf
        case "items" {
            url shop://items/1
            expect ok.wouldPerform
        }

        """
}

extension String {
    fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
