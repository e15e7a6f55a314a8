package import ChannelRules

/// The receiver of one subscription's notices, which passes them on to a client.
///
/// *Owner/thread*: the loop's thread; held by the runner until the subscription ends.
package protocol ChannelListener: AnyObject {
    /// The subscription has something that it was not told.
    func subscriptionHasNews()

    /// Another table is in force.
    func channelsDidChange()

    /// The subscription has ended by itself.
    func subscriptionDidEnd(_ reason: SubscriptionEnd)
}
