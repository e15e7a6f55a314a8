import Testing

@testable import ChannelRules

struct ChannelLifetimeTests {
    @Test(arguments: [
        ["send ann a"],
        ["subscribe ann s", "send ann a"],
        ["subscribe ann s", "send ann a", "next s"],
        ["subscribe root s all", "send ann a", "next s"],
        ["subscribe ann s", "send ann a", "send ann b", "next s"],
    ])
    func `a hub that ends frees its channels, the links that wait, and those that a subscriber has`(
        _ commands: [String]
    ) {
        weak var channel: Channel?
        weak var link: HeldLink?
        do {
            let script = HubScript(["c": ChannelTerms(.held)])
            for command in commands { _ = script.play(command) }
            withExtendedLifetime(script) {
                channel = script.hub.channels["c"]
                link = script.hub.held.values.first
                #expect(channel != nil && link != nil)
            }
        }
        #expect(channel == nil && link == nil)
    }
}
