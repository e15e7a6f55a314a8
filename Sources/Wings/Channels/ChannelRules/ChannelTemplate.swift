package import Contract
package import Features

/// The channel to which an action sends its links.
package struct ChannelTemplate: PerformerTemplate {
    /// *Shape*: the channel's name, with its package.
    package let name: String

    /// No program but the starter of its channel would run.
    package func preview(
        for inputs: [Value.Member], link: String?, in catalogue: FeatureCatalogue
    ) -> ActionPreview {
        ActionPreview(channel: catalogue.parts[ChannelTable.self].channels[name].map(ExplainedChannel.init))
    }
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

extension ExplainedChannel {
    /// Describes a channel as a table declares it.
    package init(_ channel: ChannelDeclaration) {
        self.init()
        (name, kind, isDurable) = (channel.name, channel.rules.kind.rawValue, channel.isDurable)
        hearers = channel.hearers.map(\.description)
        starts = channel.starter
    }
}
