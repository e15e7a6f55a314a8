extension DeclaredHost {
    /// True if the declaration covers links to a host, of any scheme and port.
    ///
    /// - Parameter host: as the URL standard writes it: lower-case A-labels, or an address.
    package func covers(hostNamed host: String) -> Bool {
        kind == .exact ? host == name : covers(like(.exact, host))
    }
}
