package import Contract

/// One named, typed input of an action.
package struct ActionInput: Equatable, Sendable {
    package let name: String
    package let type: InputType
    /// Whether the action can do without it.
    package let isOptional: Bool
    /// The value where the link gives none.
    package let defaultValue: Value?
    /// Whether it reads `***` everywhere but in the action itself.
    package let isSecret: Bool

    package init(
        name: String, type: InputType, isOptional: Bool = false, defaultValue: Value? = nil, isSecret: Bool = false
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.defaultValue = defaultValue
        self.isSecret = isSecret
    }
}
