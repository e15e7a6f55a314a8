import ChannelRules

/// Which subscriber of a held channel has which links, and for how long.
enum WindowScenes {
    static let all = sharing + late

    private static func ofTwo(_ rules: inout ChannelTerms) { rules.window = 2 }

    /// Three links, and ten seconds for each.
    private static func ofThree(_ rules: inout ChannelTerms) {
        rules.window = 3
        rules.acknowledgeTime = .seconds(10)
    }

    private static let sharing: [HubCase] = [
        HubCase(
            "a subscriber has the links of its window, and one more when it acknowledges any of them", .held, ofTwo,
            """
            subscribe ann s
            send ann a b c -> held 1, held 2, held 3, wake s, wake s
            next s -> a #1 d1
            next s -> b #2 d2
            next s -> -
            ack ann d2 -> answer 2 performed, wake s
            next s -> c #3 d3
            next s -> -
            ack ann d1 -> answer 1 performed
            ack ann d3 -> answer 3 performed
            """),
        HubCase(
            "a link goes to the subscriber that has the fewest, and of several to the one that had none for longest",
            .held,
            ofTwo,
            """
            subscribe ann s
            subscribe ann t
            send ann a b c d e -> held 1, held 2, held 3, held 4, held 5, wake s, wake t, wake s, wake t
            next t -> b #1 d2
            next s -> a #2 d1
            ack ann d2 -> answer 2 performed, wake t
            next t -> d #3 d4
            next t -> e #4 d5
            next s -> c #5 d3
            """),
        HubCase(
            "one that hears all users' links gets one where its owner's own subscriber has more", .held, ofTwo,
            """
            subscribe ann s
            subscribe root t all
            send ann a b c -> held 1, held 2, held 3, wake s, wake t, wake s
            next t -> b #1 d2
            send bob d -> held 4, wake t
            """),
        HubCase(
            "the links of one that crashed come back in their order, and those are marked that it was told of", .held,
            ofThree,
            """
            subscribe ann s
            send ann a b c d -> held 1, held 2, held 3, held 4, wake s, wake s, wake s
            next s -> a #1 d1
            next s -> b #2 d2
            leave s
            subscribe ann t -> wake t, wake t, wake t
            next t -> a #3 d1 again
            next t -> b #4 d2 again
            next t -> c #5 d3
            ack ann d3 -> answer 3 performed, wake t
            next t -> d #6 d4
            """),
        HubCase(
            "a link that comes back is told before those that were sent later", .held, ofThree,
            """
            subscribe ann s
            send ann a -> held 1, wake s
            next s -> a #1 d1
            subscribe ann t
            send ann b c -> held 2, held 3, wake t, wake s
            leave t -> wake s
            next s -> b #2 d2
            next s -> c #3 d3
            """),
        HubCase(
            "one that has no link takes over what another was not told of", .held, ofThree,
            """
            subscribe ann s
            send ann a b c d -> held 1, held 2, held 3, held 4, wake s, wake s, wake s
            next s -> a #1 d1
            subscribe ann t -> wake t
            next t -> d #2 d4
            ack ann d4 -> answer 4 performed, wake t
            next t -> b #3 d2
            next s -> c #4 d3
            ack ann d2 -> answer 2 performed
            next t -> -
            """),
        HubCase(
            "and not the only link of another, nor another user's, nor one that is being written down", .held, ofThree,
            """
            subscribe ann s
            send ann a -> held 1, wake s
            subscribe ann t
            subscribe bob u
            send ann b c -> held 2, held 3, wake t, wake s
            postpone 3
            next t -> b #1 d2
            ack ann d2 -> answer 2 performed, wake t
            next t -> a #2 d1
            resume 3 -> wake s
            next s -> c #3 d3
            """),
        HubCase(
            "where links are not redelivered, a subscriber has one at a time", .held, { $0.isRedelivered = false },
            """
            subscribe ann s
            send ann a b -> held 1, held 2, wake s
            next s -> a #1 d1
            next s -> -
            leave s -> answer 1 notAcknowledged
            subscribe ann t -> wake t
            next t -> b #2 d2
            """),
    ]

    private static let late: [HubCase] = [
        HubCase(
            "a link that is late goes to another subscriber, and again to the same one where there is no other", .held,
            ofThree,
            """
            subscribe ann s
            subscribe ann t
            send ann a -> held 1, wake s
            next s -> a #1 d1
            +10 -> wake t
            next t -> a #2 d1 again
            ack ann d1 -> answer 1 performed
            leave t
            send ann b -> held 2, wake s
            next s -> b #3 d2
            +10 -> wake s
            next s -> b #4 d2 again
            """),
        HubCase(
            "all links that are late at once are one deadline, and then a subscriber has one link at a time", .held,
            ofThree,
            """
            subscribe ann s
            send ann a b c -> held 1, held 2, held 3, wake s, wake s, wake s
            next s -> a #1 d1
            next s -> b #2 d2
            next s -> c #3 d3
            +10 -> wake s
            ack ann d1 -> unknownDelivery
            next s -> a #4 d1 again
            next s -> -
            +10 -> wake s
            next s -> a #5 d1 again
            ack ann d1 -> answer 1 performed, wake s, wake s
            next s -> b #6 d2 again
            next s -> c #7 d3 again
            """),
        HubCase(
            "a link that a subscriber was told of before its last deadline passed is late with that one", .held,
            ofThree,
            """
            subscribe ann s
            send ann a -> held 1, wake s
            next s -> a #1 d1
            +6
            send ann b -> held 2, wake s
            next s -> b #2 d2
            +4
            +6 -> wake s
            next s -> a #3 d1 again
            +10 -> wake s
            next s -> a #4 d1 again
            +10 -> end s tooManyMissed
            subscribe ann t -> wake t, wake t
            next t -> a #5 d1 again
            next t -> b #6 d2 again
            """),
        HubCase(
            "an app that handles its links in turn has the whole time for each", .held, ofThree,
            """
            subscribe ann s
            send ann a b c -> held 1, held 2, held 3, wake s, wake s, wake s
            next s -> a #1 d1
            next s -> b #2 d2
            next s -> c #3 d3
            +9
            ack ann d1 -> answer 1 performed
            +9
            ack ann d2 -> answer 2 performed
            +9
            ack ann d3 -> answer 3 performed
            """),
        HubCase(
            "and no more time for a link than for those that it was told of later", .held, ofThree,
            """
            subscribe ann s
            send ann a b -> held 1, held 2, wake s, wake s
            next s -> a #1 d1
            next s -> b #2 d2
            +9
            ack ann d2 -> answer 2 performed
            +1 -> wake s
            next s -> a #3 d1 again
            """),
        HubCase(
            "the time begins when the subscriber is told, and one that takes no links is late with all of them", .held,
            ofThree,
            """
            subscribe ann s
            send ann a b -> held 1, held 2, wake s, wake s
            +9
            next s -> a #1 d1
            +9
            ack ann d1 -> answer 1 performed
            +10 -> wake s
            +10 -> wake s
            +10 -> end s tooManyMissed
            subscribe ann t -> wake t
            next t -> b #2 d2
            """),
        HubCase(
            "a subscriber has its whole time for a link that it could not take before, as another was before it", .held,
            ofThree,
            """
            subscribe ann s
            send ann a b c -> held 1, held 2, held 3, wake s, wake s, wake s
            next s -> a #1 d1
            +9
            withdraw 2 -> answer 2 withdrawn
            ack ann d1 -> answer 1 performed
            +9
            next s -> c #2 d3
            """),
        HubCase(
            "what a late subscriber was not told of goes to others with the link that is late", .held, ofThree,
            """
            subscribe ann s
            send ann a b c -> held 1, held 2, held 3, wake s, wake s, wake s
            next s -> a #1 d1
            +4
            subscribe ann t -> wake t
            next t -> b #2 d2
            +6 -> wake t, wake t
            next t -> a #3 d1 again
            next t -> c #4 d3
            """),
    ]
}
