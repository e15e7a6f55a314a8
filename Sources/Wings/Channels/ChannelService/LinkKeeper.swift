package import ChannelRules
package import Features
package import Serving

/// Writes down the steps of one link of a durable channel, each before anyone hears of it.
///
/// *Owner/thread*: the loop's thread; held by its link, and by what is under way.
package protocol LinkKeeper: OutcomeKeeper {
    /// Keeps the link, with the answer that a repeated request gets until the link ends; then gives nil, or why it cannot
    /// be kept.
    func receive(_ link: DurableLink, accepted: Performance, then: @escaping (RunningError?) -> Void)

    /// Notes that an app is about to be told of the link; calls back when that is on the disk, however long it takes.
    func noteTelling(then: @escaping () -> Void)

    /// The link has ended, and the next answer to its sender is the last word on it.
    func linkDidEnd()

    /// Takes the end of a link whose sender does not wait.
    func takeEnd(_ performance: Performance)

    /// Calls back when the end of the link is on the disk.
    func whenEnded(then: @escaping () -> Void)
}
