extension URLRecord {
    /// The canonical URL.
    package var href: String { String(decoding: bytes, as: UTF8.self) }

    /// The components as a web page's `URL` object returns them.
    package var components: URLComponents {
        let hostname = host.map { string($0.range) } ?? ""
        let port = port.map { String($0) } ?? ""
        return URLComponents(
            href: href, protocol: string(scheme) + ":", username: string(username), password: string(password),
            host: port.isEmpty ? hostname : hostname + ":" + port, hostname: hostname, port: port,
            pathname: string(path), search: marked("?", query), hash: marked("#", fragment))
    }

    private func string(_ range: ByteRange) -> String { String(decoding: bytes[range.indices], as: UTF8.self) }

    private func marked(_ mark: String, _ range: ByteRange?) -> String {
        guard let range, !range.isEmpty else { return "" }
        return mark + string(range)
    }
}
