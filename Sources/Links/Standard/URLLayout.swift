/// Where the components of a URL stand in the cleaned text: what the first stages of parsing come to.
///
/// With it the URL is known good, and nothing was allocated. All offsets are bytes of the cleaned text.
struct URLLayout: Sendable {
    /// What the path is made of.
    enum Path: Sendable {
        /// One string that nothing resolves, as in `mailto:x`.
        case opaque
        /// Segments, with one written slash already passed.
        case list
        /// No segment at all, as in `podcast://favourites`.
        case absent
    }

    var scheme = ByteRange(0, 0)
    /// Only `.writing`, where a letter has to be lowered.
    var schemeNeeds: Needs = []
    var kind = Scheme.other
    /// The last `@` of the authority.
    var at: Int?
    /// User name and password with the colon between them.
    var userinfo = ByteRange(0, 0)
    /// The host as written, IPv6 with its brackets.
    var hostText = ByteRange(0, 0)
    var hostNeeds: Needs = []
    var host = ParsedHost.none
    /// The colon before the port, even of a port that is empty or the default.
    var portColon: Int?
    var port: UInt16?
    var pathText = ByteRange(0, 0)
    var pathNeeds: Needs = []
    var path = Path.absent
    var query: ByteRange?
    var queryNeeds: Needs = []
    var fragment: ByteRange?
    var fragmentNeeds: Needs = []
    /// The first path segment that the standard resolves away (`.`, `..` and their escaped forms).
    var dotSegment: Int?
}

extension URLLayout {
    /// Whether the text as it stands is the canonical URL, given that nothing was remarked on.
    ///
    /// Without a remark there are exactly two slashes before an authority of a special scheme, and no user name. Where
    /// each part stands right behind the mark that ends the one before, nothing has to be added or left out.
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

    /// Where the path begins: a list with its slash, which the layout's text comes after.
    var pathStart: UInt32 {
        if case .list = path, pathText.start > 0 { return pathText.start - 1 }
        return pathText.start
    }

    /// How much longer than the text the canonical URL and the decoded texts behind it may be, in bytes.
    var growth: Int {
        // A slash that was left out, and the lengthened forms of addresses.
        var growth = 24 + hostNeeds.growth(hostText) + pathNeeds.growth(pathText)
        if let query { growth += queryNeeds.growth(query) }
        if let fragment { growth += fragmentNeeds.growth(fragment) }
        return growth
    }

    /// The component that an offset into the cleaned text lies in, with the marks that open it.
    func component(at offset: Int) -> Link.Component {
        if let fragment, offset >= Int(fragment.start) - 1 { return .fragment }
        if let query, offset >= Int(query.start) - 1 { return .query }
        if offset >= Int(pathText.start) - (path == .list ? 1 : 0), offset >= Int(hostText.end) { return .path }
        if let portColon, offset >= portColon { return .port }
        if let at, offset <= at { return offset >= Int(userinfo.start) ? .userinfo : .scheme }
        return offset > Int(scheme.end) ? .host : .scheme
    }
}
