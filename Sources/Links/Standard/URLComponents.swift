/// The components of a URL as a web page sees them.
///
/// *Source*: WHATWG URL, section 6.1, the getters of `URL`.
package struct URLComponents: Equatable, Sendable {
    /// The canonical URL.
    package let href: String
    /// The scheme with its colon.
    package let `protocol`: String
    /// The user name, escaped.
    package let username: String
    /// The password, escaped.
    package let password: String
    /// Host name and port.
    package let host: String
    /// The host alone; an IPv6 address in its brackets.
    package let hostname: String
    /// The port in decimal, empty if it is the scheme's default.
    package let port: String
    /// The path.
    package let pathname: String
    /// The query with its mark, empty if the query is.
    package let search: String
    /// The fragment with its mark, empty if the fragment is.
    package let hash: String
}
