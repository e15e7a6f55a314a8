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
    var kind = Scheme.other
    /// The last `@` of the authority.
    var at: Int?
    /// User name and password with the colon between them.
    var userinfo = ByteRange(0, 0)
    /// The host as written, IPv6 with its brackets.
    var hostText = ByteRange(0, 0)
    var host = ParsedHost.none
    /// The colon before the port, even of a port that is empty or the default.
    var portColon: Int?
    var port: UInt16?
    var pathText = ByteRange(0, 0)
    var path = Path.absent
    var query: ByteRange?
    var fragment: ByteRange?
    /// The first path segment that the standard resolves away (`.`, `..` and their escaped forms).
    var dotSegment: Int?
}

extension URLLayout {
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
