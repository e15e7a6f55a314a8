/// A runtime switch that a program keeps itself.
///
/// *Owner/thread*: the loop's thread, for asking and for setting.
package final class MemorySwitch: RuntimeSource {
    package let name: String
    package let lifetime = AnswerLifetime.announced
    package var onChange: (() -> Void)?

    /// What it says; nil leaves the answer to the feature's declared default.
    package var isOn: Bool? {
        didSet { if isOn != oldValue { onChange?() } }
    }

    package init(_ isOn: Bool?, name: String = "program") {
        self.isOn = isOn
        self.name = name
    }

    package func ask(_ reply: @escaping (SourceReply<Bool?>) -> Void) {
        reply(.value(isOn))
    }
}
