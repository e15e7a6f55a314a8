/// The offsets of a URL's components in the cleaned text: the result of the first three stages of parsing.
///
/// A URL with a complete layout is valid. An ordinary URL needs no allocation so far. *Units*: bytes of the cleaned text.
struct URLLayout: Sendable {
    /// The form of the path.
    enum Path: Sendable {
        /// One string without segments, in which nothing is resolved, as in `mailto:x`.
        case opaque
        /// Segments; `pathText` begins after the first slash, if one is written.
        case list
        /// No segment, as in `podcast://favourites`.
        case absent
    }

    var scheme = ByteRange(0, 0)
    /// `.writing` if a letter has to be lower-cased, otherwise empty.
    var schemeNeeds: Needs = []
    var kind = Scheme.other
    /// The offset of the last `@` of the authority.
    var at: Int?
    /// The user name and password, with the colon between them.
    var userinfo = ByteRange(0, 0)
    /// The host as written; an IPv6 address has its brackets.
    var hostText = ByteRange(0, 0)
    var hostNeeds: Needs = []
    var host = ParsedHost.none
    /// The offset of the colon before the port, even if the port is empty or the default.
    var portColon: Int?
    var port: UInt16?
    var pathText = ByteRange(0, 0)
    var pathNeeds: Needs = []
    var path = Path.absent
    var query: ByteRange?
    var queryNeeds: Needs = []
    var fragment: ByteRange?
    var fragmentNeeds: Needs = []
    /// The offset of the first path segment that the standard resolves away (`.`, `..` and their escaped forms).
    var dotSegment: Int?
}

extension URLLayout {
    /// True if the text itself is the canonical URL, provided that it has no validation errors.
    ///
    /// Without validation errors, the authority of a special scheme follows exactly two slashes, and there is no user name.
    /// If each part also begins right after the mark that ends the part before, nothing has to be added or removed.
    var isCanonical: Bool {
        guard schemeNeeds.isCanonical, pathNeeds.isCanonical, queryNeeds.isCanonical, fragmentNeeds.isCanonical,
            portColon == nil
        else { return false }
        switch host {
        case .none: return true
        case .domain, .opaque: return hostNeeds.isCanonical && (path == .absent || pathText.start == hostText.end + 1)
        case .empty: return kind == .other
        case .converted, .ipv4, .ipv6: return false
        }
    }

    /// The offset of the path; a list begins with its slash, which `pathText` does not include.
    var pathStart: UInt32 {
        if case .list = path, pathText.start > 0 { return pathText.start - 1 }
        return pathText.start
    }

    /// The most bytes that the canonical URL and the decoded texts after it take beyond the length of the text.
    var growth: Int {
        // The 24 bytes are for a missing slash and for addresses, whose canonical form may be longer.
        var growth = 24 + hostNeeds.growth(hostText) + pathNeeds.growth(pathText)
        if let query { growth += queryNeeds.growth(query) }
        if let fragment { growth += fragmentNeeds.growth(fragment) }
        return growth
    }

    /// The component at an offset in the cleaned text; a component includes the marks that open it.
    func component(at offset: Int) -> Link.Component {
        if let fragment, offset >= Int(fragment.start) - 1 { return .fragment }
        if let query, offset >= Int(query.start) - 1 { return .query }
        if offset >= Int(pathText.start) - (path == .list ? 1 : 0), offset >= Int(hostText.end) { return .path }
        if let portColon, offset >= portColon { return .port }
        if let at, offset <= at { return offset >= Int(userinfo.start) ? .userinfo : .scheme }
        return offset > Int(scheme.end) ? .host : .scheme
    }
}
