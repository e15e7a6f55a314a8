import FactSources
import Features

/// Platforms that a program says itself.
///
/// *Owner/thread*: the loop's thread, for asking and for setting.
final class MemoryPlatforms: PlatformSource {
    let name: String
    let lifetime = AnswerLifetime.announced
    var onChange: (() -> Void)?

    /// What it says; what is not in it is absent.
    var platforms: [String: PlatformFact] {
        didSet { if platforms != oldValue { onChange?() } }
    }

    init(_ platforms: [String: PlatformFact], name: String = "program") {
        self.platforms = platforms
        self.name = name
    }

    func ask(_ reply: @escaping (SourceReply<[String: PlatformFact]>) -> Void) {
        reply(.value(platforms))
    }
}
