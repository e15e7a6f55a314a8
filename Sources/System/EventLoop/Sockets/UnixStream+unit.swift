extension UnixStream {
    /// The unit of the service manager that the connected process is in; nil where that is not known.
    ///
    /// Ask as soon as the connection exists, as for `peerOrigin`.
    package var peerUnit: String? {
        guard let peer, let descriptor else { return nil }
        return PeerCredentials.unit(of: peer.pid, on: descriptor)
    }
}
