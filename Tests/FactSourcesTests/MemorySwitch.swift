import FactSources

/// A runtime switch that a program keeps itself.
///
/// *Owner/thread*: the loop's thread, for asking and for setting.
final class MemorySwitch: RuntimeSource {
    let name: String
    let lifetime = AnswerLifetime.announced
    var onChange: (() -> Void)?

    /// What it says; nil leaves the answer to the feature's declared default.
    var isOn: Bool? {
        didSet { if isOn != oldValue { onChange?() } }
    }

    init(_ isOn: Bool?, name: String = "program") {
        self.isOn = isOn
        self.name = name
    }

    func ask(_ reply: @escaping (SourceReply<Bool?>) -> Void) {
        reply(.value(isOn))
    }
}
