internal import Conf
internal import Matching

/// A scheme or a host of a table that is made.
struct TableScope: Hashable {
    /// As `in` and `host` have it: `podcast`, `**.podcasts.example`, `http://localhost:8080`.
    let name: String
    let isHost: Bool

    /// A scheme of an app; nil for another text.
    init?(scheme: String) {
        let name = scheme.lowercased()
        guard let first = name.utf8.first, (0x61...0x7A).contains(first), name.utf8.count <= 64,
            name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
            ),
            !["http", "https", "app", "web"].contains(name)
        else { return nil }
        (self.name, isHost) = (name, false)
    }

    /// A host, in the spelling of tables; nil for another text.
    init?(host: String) {
        let bytes = Array(host.lowercased().utf8)
        guard !bytes.contains(where: { $0 <= 0x20 || $0 == 0x23 || $0 == 0x22 }),
            let declared = try? DeclaredHost.parse(bytes.span)
        else { return nil }
        (name, isHost) = (declared.text, true)
    }
}
