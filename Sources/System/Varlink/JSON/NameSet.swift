/// The member names of one object so far, to refuse those that occur twice.
///
/// Names are compared byte by byte: Swift calls strings equal that differ in how their accents are composed, JSON does
/// not. A few names are compared one by one; past that a set keeps the cost linear whatever a client sends. It hashes
/// bytes too: of one accented text there are exponentially many spellings, which as strings would all hash alike.
///
/// *Cost*: amortised constant per name.
struct NameSet {
    private static let fewNames = 8

    private var few: [String] = []
    private var many: Set<Name> = []

    private struct Name: Hashable {
        let text: String

        static func == (left: Name, right: Name) -> Bool {
            ByteScan.equal(left.text.utf8.span, right.text.utf8.span)
        }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    /// How many there are.
    var count: Int { max(few.count, many.count) }

    /// Adds a name, and says whether it is new.
    mutating func insert(_ name: String) -> Bool {
        if few.count < Self.fewNames {
            guard !few.contains(where: { Name(text: $0) == Name(text: name) }) else { return false }
            few.append(name)
            return true
        }
        if many.isEmpty { many = Set(few.map(Name.init(text:))) }
        return many.insert(Name(text: name)).inserted
    }
}
