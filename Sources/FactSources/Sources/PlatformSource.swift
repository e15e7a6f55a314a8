package import Features

/// Knows what the machine is.
package protocol PlatformSource: FactSource {
    /// Told that the machine may be another now, as after an upgrade; set by whoever asks.
    var onChange: (() -> Void)? { get set }

    /// Asks for all platforms at once; what is not in the answer is absent.
    ///
    /// - Parameter reply: called once, on the loop's thread, maybe before this returns.
    func ask(_ reply: @escaping (SourceReply<[String: PlatformFact]>) -> Void)
}
