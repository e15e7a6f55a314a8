/// One reply as a client got it.
package struct ReplyMessage: Equatable, Sendable {
    /// What the service answered.
    package enum Content: Equatable, Sendable {
        /// *Shape*: always an object; empty where the message had none.
        case parameters(Value)
        case error(name: String, parameters: Value)
    }

    package var content: Content
    /// Whether another reply to the same call follows.
    package var continues: Bool

    package init(_ content: Content, continues: Bool = false) {
        self.content = content
        self.continues = continues
    }
}
