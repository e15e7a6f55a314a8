/// Knows one runtime switch.
package protocol RuntimeSource: FactSource {
    /// Told that the switch may have been moved; set by whoever asks.
    var onChange: (() -> Void)? { get set }

    /// Asks for the switch; nil is the source's word that the feature's declared default counts.
    ///
    /// - Parameter reply: called once, on the loop's thread, maybe before this returns.
    func ask(_ reply: @escaping (SourceReply<Bool?>) -> Void)
}
