package import Features

/// Platforms that a program says itself.
///
/// *Owner/thread*: the loop's thread, for asking and for setting.
package final class MemoryPlatforms: PlatformSource {
    package let name: String
    package let lifetime = AnswerLifetime.announced
    package var onChange: (() -> Void)?

    /// What it says; what is not in it is absent.
    package var platforms: [String: PlatformFact] {
        didSet { if platforms != oldValue { onChange?() } }
    }

    package init(_ platforms: [String: PlatformFact], name: String = "program") {
        self.platforms = platforms
        self.name = name
    }

    package func ask(_ reply: @escaping (SourceReply<[String: PlatformFact]>) -> Void) {
        reply(.value(platforms))
    }
}
