import ChannelWire
import Contract

extension DeepLinkDaemon {
    /// The channels of the table in force, with the counts of the caller's own links.
    public func channels() async throws(DeepLinkError) -> [ChannelReport] {
        try await driver.ask(Question(ListChannels(), \.channels))
    }

    /// Gives the channels, and calls back.
    @discardableResult
    public func channels(completion: @escaping Completion<[ChannelReport]>) -> DeepLinkCall {
        driver.ask(Question(ListChannels(), \.channels), completion)
    }

    /// Removes the links that a channel keeps of the caller.
    ///
    /// Of a held channel those are removed that wait, and not those that a subscriber has to acknowledge. Their senders are
    /// answered `failed.channel.noSubscriber`, or `unknown.effect` where a subscriber was told of the link before.
    ///
    /// - Returns: how many links were removed.
    /// - Throws: ``DeepLinkError/noChannel(nearest:)`` if the table declares no such channel.
    @discardableResult
    public func clear(channel: String, subject: String? = nil) async throws(DeepLinkError) -> Int {
        try await driver.ask(Question(ClearChannel { ($0.channel, $0.subject) = (channel, subject) }, \.cleared))
    }

    /// Removes the links that a channel keeps, and calls back.
    @discardableResult
    public func clear(channel: String, subject: String? = nil, completion: @escaping Completion<Int>) -> DeepLinkCall {
        driver.ask(Question(ClearChannel { ($0.channel, $0.subject) = (channel, subject) }, \.cleared), completion)
    }
}
