/// The components of a URL as a web page's `URL` object returns them.
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
    /// The host without port; an IPv6 address has its brackets.
    package let hostname: String
    /// The port in decimal; empty if it is the scheme's default.
    package let port: String
    /// The path.
    package let pathname: String
    /// The query with its `?`; empty if there is none or it is empty.
    package let search: String
    /// The fragment with its `#`; empty if there is none or it is empty.
    package let hash: String
}
