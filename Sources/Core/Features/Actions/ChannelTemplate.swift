/// The channel to which an action sends its links.
package struct ChannelTemplate: PerformerTemplate {
    /// *Shape*: the channel's name, with its package.
    package let name: String
}

extension Performer.Kind {
    /// Sends the link to a channel.
    package static let channel = Self("channel", isAcceptedToWait: true)
}

extension Performer {
    /// Sends the link to the channel of that name.
    package static func channel(_ name: String) -> Self { .other(ChannelTemplate(name: name)) }

    /// The name of the channel that it sends links to; nil if it sends none.
    package var channel: String? { (template as? ChannelTemplate)?.name }
}
