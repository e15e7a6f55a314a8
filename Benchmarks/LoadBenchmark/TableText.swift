/// The text of a table with `count` routes.
struct TableText: Sendable {
    let name: String
    let count: Int
    /// Builds the text at each call, so that no copy stays in memory.
    let bytes: @Sendable () -> [UInt8]

    /// One feature whose routes differ in their first segment only.
    static func plain(_ count: Int) -> TableText {
        TableText(name: "\(count) routes", count: count) {
            let head = """
                scheme shop
                feature Shop {
                    action open {
                        input id string
                        input review string
                        respond
                    }

                """
            return text(head, count) { "    route r\($0) /app\($0)/products/$(id)/reviews/$(review) do open\n" }
        }
    }

    /// A thousand features with types, listed values, affixes and query keys, of app and web links.
    static func features(_ count: Int) -> TableText {
        TableText(name: "\(count) in 1000 features", count: count) {
            let head = "scheme shop\nhost shop.example\nvalues lang en de fr\n"
            let each = count / 1000
            return text(head, count) { number in
                let (feature, item) = (number / each, number % each)
                let name = "    route r\(feature)-\(item) /part\(feature)/item\(item)/"
                let line = item % 2 == 0 ? name + Self.typed : name + Self.affixed
                return item > 0 ? line : (feature == 0 ? "" : "}\n") + "feature F\(feature) {\n" + action + line
            }
        }
    }

    /// Routes that each accept everything that the next one accepts: `/a*`, then `/aa*`, and so on.
    static func chain(_ count: Int) -> TableText {
        TableText(name: "chain of \(count)", count: count) {
            text(plainHead, count) { number in
                "    route r\(number) /" + String(repeating: "a", count: number + 1) + "* do open\n"
            }
        }
    }

    /// Routes with the same path and different values of one query key.
    static func queryValues(_ count: Int) -> TableText {
        TableText(name: "\(count) query values", count: count) {
            text(plainHead, count) { number in
                "    route r\(number) /index.php do open {\n query page:p\(number)|q\(number)\n }\n"
            }
        }
    }

    /// One requirement that any of many products satisfies.
    static func products(_ count: Int) -> TableText {
        TableText(name: "\(count) products", count: count) {
            let products = (0..<count).map { "product p\($0) {\n title x\n kind oneTime\n}\n" }.joined()
            let names = (0..<count).map { "p\($0)" }.joined(separator: " ")
            let feature = "feature Shop {\n require purchase any \(names)\n"
            return Array(
                "scheme shop\n\(products)\(feature) action open {\n respond\n }\n route r /r do open\n}\n".utf8)
        }
    }

    private static let plainHead = """
        scheme shop
        feature Shop {
            action open {
                input page string?
                respond
            }

        """

    private static let action = """
            action open {
                input id   uint
                input lang string
                input page uint = 1
                input q    string?
                respond
            }

        """
    private static let typed = """
        $(id:uint)/$(lang:@lang) do open {
                query page:uint?
                query q?
            }

        """
    private static let affixed = """
        item-$(id:uint).html/$(lang:@lang) do open {
                in    web
                query page:uint = 2
                query q
            }

        """

    private static func text(_ head: String, _ count: Int, _ line: (Int) -> String) -> [UInt8] {
        var bytes = Array(head.utf8)
        bytes.reserveCapacity(count * 160)
        for number in 0..<count { bytes += line(number).utf8 }
        bytes += "}\n".utf8
        return bytes
    }
}
