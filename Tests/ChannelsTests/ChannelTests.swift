import ChannelRules
import Testing

struct ChannelTests {
    @Test(arguments: plain + kept + held + durable + suspended + starting + WindowScenes.all)
    func `channels do as their table says`(_ example: HubCase) {
        #expect(example.played() == example.lines)
    }

    private static let durable: [HubCase] = [
        HubCase(
            "links of an earlier run come in their order, and under the names that they had", .held,
            """
            restore ann a 5 x -> held 1
            restore ann b 9 y told -> held 2
            subscribe ann s -> wake s, wake s
            next s -> a #1 x
            next s -> b #2 y again
            ack ann x -> answer 1 performed
            ack ann y -> answer 2 performed
            """),
        HubCase(
            "no limit keeps them out, and each has the time that it had left", .held,
            {
                $0.capacity = 1
                $0.overflow = .refuse
            },
            """
            restore ann a 5 x -> held 1
            restore ann b 9 y told -> held 2
            room ann c -> links(1)
            send ann c -> full links(1)
            withdraw 2 -> too late
            +6 -> answer 1 noSubscriber
            +3 -> answer 2 notAcknowledged
            room ann c -> room
            """),
        HubCase(
            "where the oldest gives way, a link has room before it is sent", .held, { $0.capacity = 1 },
            """
            send ann a -> held 1
            room ann b -> room
            subscribe ann s -> wake s
            room ann b -> room
            next s -> a #1 d1
            room ann b -> room
            """),
        HubCase(
            "a subscriber is not late with a link that is postponed, and has its whole time afterwards", .held,
            """
            subscribe ann s
            send ann a -> held 1, wake s
            postpone 1
            +30
            +30
            +30
            +29
            resume 1 -> wake s
            +29
            next s -> a #1 d1
            ack ann d1 -> answer 1 performed
            """),
        HubCase(
            "only a held channel takes them", .sticky, "restore ann a 5 x -> no channel"),
    ]

    private static let suspended: [HubCase] = [
        HubCase(
            "links of a suspended channel wait, and go to the subscribers that it had", .held,
            """
            subscribe ann s
            send ann a b -> held 1, held 2, wake s, wake s
            next s -> a #1 d1
            suspend
            next s -> -
            subscribe ann t -> noChannel
            ack ann d1 -> answer 1 performed
            send ann c -> held 3
            withdraw 3 -> answer 3 withdrawn
            declare -> wake s
            next s -> b #2 d2
            ack ann d2 -> answer 2 performed
            """),
        HubCase(
            "a link that was told waits too where its subscriber leaves", .held,
            """
            subscribe ann s
            send ann a -> held 1, wake s
            next s -> a #1 d1
            suspend
            suspend
            leave s
            declare
            subscribe ann t -> wake t
            next t -> a #2 d1 again
            """),
        HubCase(
            "the time of a link goes on while its channel is suspended", .held, { $0.lifetime = .seconds(5) },
            """
            send ann a -> held 1
            suspend
            +6 -> answer 1 noSubscriber
            declare
            subscribe ann s
            send ann b -> held 2, wake s
            +6 -> answer 2 noSubscriber
            suspend
            declare
            """),
        HubCase(
            "no program is started for a suspended channel", .held, { $0.hasStarter = true },
            """
            send ann a -> held 1, start ann
            ended ann
            suspend
            +60
            declare -> start ann
            """),
        HubCase(
            "a suspended channel that is removed ends its links and subscriptions", .held,
            """
            subscribe ann s
            send ann a -> held 1, wake s
            suspend
            remove -> answer 1 removed, end s channelRemoved
            """),
        HubCase(
            "a link that is kept for those who subscribe later stays", .latest,
            """
            subscribe ann s
            send ann a -> delivered 1, wake s
            suspend
            next s -> a #1
            declare
            subscribe ann t -> wake t
            next t -> a #1
            """),
    ]

    private static let plain: [HubCase] = [
        HubCase(
            "all who are subscribed get a link", .plain,
            """
            subscribe ann s
            subscribe ann t
            send ann a -> delivered 2, wake s, wake t
            next s -> a #1
            next t -> a #1
            next s -> -
            """),
        HubCase(
            "a link without a subscriber is not kept", .plain,
            """
            send ann a -> no subscriber
            subscribe ann s
            next s -> -
            """),
        HubCase(
            "a subscriber gets its own user's links only", .plain,
            """
            subscribe ann s
            send bob a -> no subscriber
            next s -> -
            """),
        HubCase(
            "one that hears all gets every user's, with numbers of its own", .plain,
            """
            subscribe root s all
            subscribe bob t
            send ann a -> delivered 1, wake s
            send bob b -> delivered 2, wake t, wake s
            next s -> a #1
            next s -> b #2 of 2
            next t -> b #1 of 2
            """),
        HubCase(
            "one that does not read loses the oldest, and is told how many", .plain, { $0.capacity = 2 },
            """
            subscribe ann s
            send ann a b c d -> delivered 1, delivered 1, delivered 1, delivered 1, wake s, wake s, wake s, wake s
            next s -> missed 2 #2
            next s -> c #3
            next s -> d #4
            next s -> -
            """),
        HubCase(
            "or the newest, where the table says so", .plain,
            {
                $0.capacity = 2
                $0.overflow = .dropNewest
            },
            """
            subscribe ann s
            send ann a b c d -> delivered 1, delivered 1, delivered 0, delivered 0, wake s, wake s, wake s, wake s
            next s -> a #1
            next s -> b #2
            next s -> missed 2 #4
            """),
        HubCase(
            "or the sender is refused, and none gets it", .plain,
            {
                $0.capacity = 1
                $0.overflow = .refuse
            },
            """
            subscribe ann s
            subscribe ann t
            send ann a -> delivered 2, wake s, wake t
            next s -> a #1
            send ann b -> full links(1)
            next s -> -
            """),
        HubCase(
            "one that does not read costs another nothing", .plain, { $0.capacity = 1 },
            """
            subscribe ann s
            subscribe ann t
            send ann a -> delivered 2, wake s, wake t
            next t -> a #1
            send ann b -> delivered 2, wake s, wake t
            next t -> b #2
            next s -> missed 1 #1
            next s -> b #2
            """),
        HubCase(
            "bytes that wait for one user's subscribers are bounded", .plain,
            """
            subscribe ann s
            subscribe ann t
            send ann a:16777216 -> delivered 2, wake s, wake t
            send ann b:16777216 -> delivered 2, wake s, wake t
            next s -> missed 1 #1
            next s -> b #2
            """),
        HubCase(
            "one that comes back is told how many it missed", .plain,
            """
            subscribe ann s
            send ann a b c -> delivered 1, delivered 1, delivered 1, wake s, wake s, wake s
            subscribe ann t after=1 -> wake t
            next t -> missed 2 #3
            subscribe ann u after=3
            subscribe ann v after=-7 -> wake v
            next v -> missed ? #3
            """),
        HubCase(
            "the number to go on after is that before what is told next", .plain, { $0.capacity = 1 },
            """
            send ann x -> no subscriber
            subscribe ann s
            position s -> 1
            send ann a b -> delivered 1, delivered 1, wake s, wake s
            position s -> 1
            next s -> missed 1 #2
            position s -> 2
            next s -> b #3
            position s -> 3
            subscribe ann t after=2 -> wake t
            position t -> 2
            """),
        HubCase(
            "a table without the channel ends its subscriptions", .plain,
            """
            subscribe ann s
            send ann a -> delivered 1, wake s
            remove -> end s channelRemoved
            next s -> -
            send ann b -> no subscriber
            subscribe ann t -> noChannel
            """),
        HubCase(
            "numbers go up also where a user's last subscriber leaves and another comes at once", .plain,
            """
            subscribe ann s
            send ann a b -> delivered 1, delivered 1, wake s, wake s
            next s -> a #1
            next s -> b #2
            leave s
            send ann c -> no subscriber
            subscribe ann s after=2 -> wake s
            next s -> missed ? #3
            send ann d -> delivered 1, wake s
            next s -> d #4
            """),
        HubCase(
            "one user has sixteen subscriptions", .plain,
            (1...16).map { "subscribe ann s\($0)\n" }.joined() + """
                subscribe ann t -> tooMany(limit: 16)
                subscribe bob t
                leave s1
                subscribe ann u
                """),
    ]

    private static let kept: [HubCase] = [
        HubCase(
            "who subscribes late gets the latest link", .latest,
            """
            send ann a -> delivered 0
            send ann b -> delivered 0
            subscribe ann s -> wake s
            next s -> b #2
            subscribe bob t
            """),
        HubCase(
            "one that has had it does not get it again", .latest,
            """
            send ann a -> delivered 0
            subscribe ann s after=1
            send ann b -> delivered 1, wake s
            next s -> b #2
            """),
        HubCase(
            "links that come in one turn are all delivered to one that has room", .latest,
            """
            subscribe ann s
            send ann a b c -> delivered 1, delivered 1, delivered 1, wake s, wake s, wake s
            next s -> a #1
            next s -> b #2
            next s -> c #3
            next s -> -
            subscribe ann t -> wake t
            next t -> c #3
            """),
        HubCase(
            "one that has no room misses the oldest, and the last is kept all the same", .latest, { $0.capacity = 1 },
            """
            subscribe ann s
            send ann a b c -> delivered 1, delivered 1, delivered 1, wake s, wake s, wake s
            next s -> missed 2 #2
            next s -> c #3
            """),
        HubCase(
            "or its sender is refused, and the link before it stays the last", .latest,
            {
                $0.capacity = 1
                $0.overflow = .refuse
            },
            """
            subscribe ann s
            send ann a -> delivered 1, wake s
            send ann b -> full links(1)
            next s -> a #1
            subscribe ann t -> wake t
            next t -> a #1
            """),
        HubCase(
            "one that comes back gets what is kept, and is told how many it missed before", .latest,
            """
            subscribe ann s
            send ann a -> delivered 1, wake s
            next s -> a #1
            leave s
            send ann b c d -> delivered 0, delivered 0, delivered 0
            subscribe ann s after=1 -> wake s
            position s -> 1
            next s -> missed 2 #3
            next s -> d #4
            subscribe ann t after=4
            subscribe ann u after=-7 -> wake u
            next u -> missed ? #3
            next u -> d #4
            """),
        HubCase(
            "one that hears all gets what is kept of each user, and is told how many it missed in between", .latest,
            """
            send ann a b -> delivered 0, delivered 0
            send bob c d -> delivered 0, delivered 0
            send ann e -> delivered 0
            send bob f -> delivered 0
            subscribe root s all after=1 -> wake s
            next s -> missed 3 #4
            next s -> e #5
            next s -> f #6 of 2
            clear ann -> cleared 1
            subscribe root t all after=1 -> wake t
            next t -> missed 4 #5
            next t -> f #6 of 2
            clear bob -> cleared 1
            subscribe root u all after=4 -> wake u
            position u -> 4
            next u -> missed 2 #6
            next u -> -
            """),
        HubCase(
            "of more links than one has room for, those that are missed count once", .latest, { $0.capacity = 1 },
            """
            send ann a -> delivered 0
            send bob b c -> delivered 0, delivered 0
            subscribe root s all after=0 -> wake s
            next s -> missed 2 #2
            next s -> c #3 of 2
            subscribe root t all -> wake t
            position t -> 0
            next t -> missed 1 #2
            next t -> c #3 of 2
            """),
        HubCase(
            "a sticky link that was cleared before one came back is missed", .sticky,
            """
            subscribe ann s
            subscribe ann t
            send ann a -> delivered 2, wake s, wake t
            next s -> a #1
            leave s
            clear ann -> cleared 1
            send ann b -> delivered 1, wake t
            clear ann -> cleared 1
            send ann c -> delivered 1, wake t
            subscribe ann s after=1 -> wake s
            next s -> missed 1 #2
            next s -> c #3
            next t -> a #1
            next t -> b #2
            next t -> c #3
            """),
        HubCase(
            "what is kept ends with its time", .latest, { $0.lifetime = .seconds(5) },
            """
            send ann a -> delivered 0
            +4
            subscribe ann s -> wake s
            next s -> a #1
            +1
            subscribe ann t
            next t -> -
            """),
        HubCase(
            "a sticky link stays until it is cleared, and no other is taken", .sticky,
            """
            send ann a -> delivered 0
            send ann b -> full notCleared
            send bob c -> delivered 0
            subscribe ann s -> wake s
            next s -> a #1
            subscribe ann t -> wake t
            next t -> a #1
            clear ann -> cleared 1
            clear ann -> cleared 0
            send ann d -> delivered 2, wake s, wake t
            """),
        HubCase(
            "a sticky link is cleared by its time", .sticky, { $0.lifetime = .seconds(5) },
            """
            send ann a -> delivered 0
            +5
            send ann b -> delivered 0
            """),
    ]

    private static let held: [HubCase] = [
        HubCase(
            "numbers go up from the first answer on, also where links had waited and where one comes again", .held,
            { $0.acknowledgeTime = .seconds(10) },
            """
            send ann a b -> held 1, held 2
            subscribe ann s -> wake s, wake s
            position s -> 0
            next s -> a #1 d1
            next s -> b #2 d2
            ack ann d2 -> answer 2 performed
            +10 -> wake s
            next s -> a #3 d1 again
            leave s
            subscribe ann t -> wake t
            position t -> 3
            next t -> a #4 d1 again
            """),
        HubCase(
            "a held link waits for a subscriber, and its sender for the acknowledgement", .held,
            """
            send ann a -> held 1
            +60
            subscribe ann s -> wake s
            next s -> a #1 d1
            ack ann d1 -> answer 1 performed
            ack ann d1 -> unknownDelivery
            """),
        HubCase(
            "the sender hears what the app says of a failure", .held,
            """
            subscribe ann s
            send ann a -> held 1, wake s
            next s -> a #1 d1
            fail ann d1 -> answer 1 refused(reason: "no disc")
            """),
        HubCase(
            "a link of one that crashed goes to the next, under the same name and in its place", .held,
            """
            subscribe ann s
            send ann a b -> held 1, held 2, wake s, wake s
            next s -> a #1 d1
            leave s
            ack ann d1 -> unknownDelivery
            subscribe ann t -> wake t, wake t
            next t -> a #2 d1 again
            ack ann d1 -> answer 1 performed
            next t -> b #3 d2
            """),
        HubCase(
            "a link of which one that crashed was not told is not told as one again", .held,
            """
            subscribe ann s
            send ann a -> held 1, wake s
            leave s
            subscribe ann t -> wake t
            next t -> a #1 d1
            """),
        HubCase(
            "one that does not acknowledge in time gets no more after three times", .held,
            { $0.acknowledgeTime = .seconds(10) },
            """
            subscribe ann s
            send ann a -> held 1, wake s
            next s -> a #1 d1
            +10 -> wake s
            next s -> a #2 d1 again
            +10 -> wake s
            next s -> a #3 d1 again
            +10 -> end s tooManyMissed
            subscribe ann t -> wake t
            next t -> a #4 d1 again
            ack ann d1 -> answer 1 performed
            """),
        HubCase(
            "an acknowledgement makes up for those that were late", .held,
            {
                $0.acknowledgeTime = .seconds(10)
            },
            """
            subscribe ann s
            send ann a -> held 1, wake s
            next s -> a #1 d1
            +20 -> wake s
            next s -> a #2 d1 again
            ack ann d1 -> answer 1 performed
            send ann b -> held 2, wake s
            next s -> b #3 d2
            +10 -> wake s
            next s -> b #4 d2 again
            +10 -> wake s
            next s -> b #5 d2 again
            ack ann d2 -> answer 2 performed
            """),
        HubCase(
            "without redelivery a link is told once, and may have been acted on", .held, { $0.isRedelivered = false },
            """
            subscribe ann s
            subscribe ann t
            send ann a -> held 1, wake s
            next s -> a #1 d1
            leave s -> answer 1 notAcknowledged
            next t -> -
            """),
        HubCase(
            "without redelivery one that was not told yet goes to the next", .held, { $0.isRedelivered = false },
            """
            subscribe ann s
            subscribe ann t
            send ann a -> held 1, wake s
            leave s -> wake t
            next t -> a #1 d1
            """),
        HubCase(
            "a link that was not taken in time is answered", .held, { $0.lifetime = .seconds(60) },
            """
            send ann a -> held 1
            +60 -> answer 1 noSubscriber
            subscribe ann s
            next s -> -
            """),
        HubCase(
            "a link that an app does not take has its own time, and no more", .held,
            {
                $0.lifetime = .seconds(5)
                $0.acknowledgeTime = .seconds(30)
            },
            """
            subscribe ann s
            send ann a b -> held 1, held 2, wake s, wake s
            +4
            next s -> a #1 d1
            +1 -> answer 2 noSubscriber
            next s -> -
            ack ann d1 -> answer 1 performed
            """),
        HubCase(
            "one that was told in time may still be acknowledged, and is not told again", .held,
            {
                $0.lifetime = .seconds(60)
                $0.acknowledgeTime = .seconds(30)
            },
            """
            subscribe ann s
            send ann a b -> held 1, held 2, wake s, wake s
            +20
            next s -> a #1 d1
            ack ann d1 -> answer 1 performed
            +39 -> wake s
            next s -> b #2 d2
            +2
            ack ann d2 -> answer 2 performed
            """),
        HubCase(
            "one that was told and never acknowledged may have been acted on", .held,
            {
                $0.lifetime = .seconds(60)
                $0.acknowledgeTime = .seconds(40)
            },
            """
            subscribe ann s
            send ann a -> held 1, wake s
            next s -> a #1 d1
            +40 -> wake s
            +20 -> answer 1 notAcknowledged
            """),
        HubCase(
            "a channel that is full drops the oldest that waits, and not one that an app has", .held,
            { $0.capacity = 2 },
            """
            send ann a b c -> held 1, held 2, held 3, answer 1 displaced(ChannelRules.ChannelLimit.links(2))
            subscribe ann s -> wake s, wake s
            next s -> b #1 d2
            send ann d -> held 4, wake s
            send ann e -> held 5, wake s, answer 3 displaced(ChannelRules.ChannelLimit.links(2))
            next s -> d #2 d4
            next s -> e #3 d5
            send ann f g h -> \
            held 6, held 7, held 8, wake s, wake s, wake s, answer 6 displaced(ChannelRules.ChannelLimit.links(2))
            """),
        HubCase(
            "links that an app has to acknowledge leave their places to others", .held,
            {
                $0.capacity = 1
                $0.overflow = .refuse
            },
            """
            subscribe ann s
            send ann a -> held 1, wake s
            send ann b -> full links(1)
            next s -> a #1 d1
            send ann b -> held 2, wake s
            send ann c -> full links(1)
            leave s
            send ann c -> full links(1)
            """),
        HubCase(
            "of one link that waits nothing is forgotten when it gives way", .held,
            {
                $0.capacity = 1
                $0.window = 1
            },
            """
            subscribe root s all
            send bob x -> held 1, wake s
            send ann a -> held 2
            send ann b -> held 3, answer 2 displaced(ChannelRules.ChannelLimit.links(1))
            next s -> x #1 of 2 d1
            ack root d1 -> answer 1 performed, wake s
            next s -> b #2 d3
            """),
        HubCase(
            "or refuses the newest", .held,
            {
                $0.capacity = 1
                $0.overflow = .refuse
            },
            """
            send ann a -> held 1
            send ann b -> full links(1)
            send bob c -> held 2
            """),
        HubCase(
            "one that hears all takes turns among users", .held,
            """
            send ann a b -> held 1, held 2
            send bob c -> held 3
            subscribe root s all -> wake s, wake s, wake s
            next s -> a #1 d1
            ack ann d1 -> unknownDelivery
            ack root d1 -> answer 1 performed
            next s -> c #2 of 2 d3
            ack root d3 -> answer 3 performed
            next s -> b #3 d2
            """),
        HubCase(
            "another user's acknowledgement counts for nothing", .held,
            """
            subscribe ann s
            send ann a -> held 1, wake s
            ack ann d1 -> unknownDelivery
            next s -> a #1 d1
            ack bob d1 -> unknownDelivery
            ack ann d1 -> answer 1 performed
            """),
        HubCase(
            "a sender can take back what no app was told of", .held,
            """
            send ann a b -> held 1, held 2
            withdraw 1 -> answer 1 withdrawn
            subscribe ann s -> wake s
            withdraw 2 -> answer 2 withdrawn
            next s -> -
            send ann c -> held 3, wake s
            next s -> c #1 d3
            withdraw 3 -> too late
            """),
        HubCase(
            "a table without the channel answers every sender once", .held,
            """
            send bob b -> held 1
            subscribe ann s
            send ann a -> held 2, wake s
            next s -> a #1 d2
            remove -> answer 1 removed, answer 2 notAcknowledged, end s channelRemoved
            ack ann d2 -> unknownDelivery
            +1000
            """),
    ]

    private static let starting: [HubCase] = [
        HubCase(
            "a program is started for a link that no app takes", .held, { $0.hasStarter = true },
            """
            send ann a -> held 1, start ann
            send ann b -> held 2
            send bob c -> held 3, start bob
            subscribe ann s -> wake s, wake s
            next s -> a #1 d1
            ack ann d1 -> answer 1 performed
            """),
        HubCase(
            "it is not started while an app listens", .held,
            {
                $0.hasStarter = true
                $0.window = 1
            },
            """
            subscribe ann s
            send ann a b -> held 1, held 2, wake s
            """),
        HubCase(
            "one that takes no link is started again later and later", .held, { $0.hasStarter = true },
            """
            send ann a -> held 1, start ann
            ended ann
            send ann b -> held 2
            +0.9
            +0.1 -> start ann
            ended ann
            +1.9
            +0.1 -> start ann
            ended ann
            +4 -> start ann
            """),
        HubCase(
            "one that took a link is started again after a second", .held, { $0.hasStarter = true },
            """
            send ann a b -> held 1, held 2, start ann
            ended ann
            +1 -> start ann
            subscribe ann s -> wake s, wake s
            next s -> a #1 d1
            ack ann d1 -> answer 1 performed
            ended ann
            leave s
            +1 -> start ann
            """),
        HubCase(
            "a flood of links that are taken back starts no flood of programs", .held, { $0.hasStarter = true },
            """
            send ann a -> held 1, start ann
            withdraw 1 -> answer 1 withdrawn
            ended ann
            send ann b -> held 2
            withdraw 2 -> answer 2 withdrawn
            +1
            send ann c -> held 3, start ann
            """),
        HubCase(
            "a channel is cleared of the links that no app was told of", .held,
            """
            subscribe ann s
            send ann a b -> held 1, held 2, wake s, wake s
            send bob c -> held 3
            next s -> a #1 d1
            clear ann -> cleared 1, answer 2 cleared
            ack ann d1 -> answer 1 performed
            send ann d -> held 4, wake s
            clear ann -> cleared 1, answer 4 cleared
            send ann e -> held 5, wake s
            next s -> e #2 d5
            leave s
            clear ann -> cleared 1, answer 5 notAcknowledged
            """),
        HubCase(
            "a link that is refused when it is handed over makes room for the next", .held,
            """
            subscribe ann s
            send ann a b -> held 1, held 2, wake s, wake s
            refuse 1 -> answer 1 withdrawn
            next s -> b #1 d2
            refuse 2
            leave s
            subscribe ann t -> wake t
            refuse 2 -> answer 2 notAcknowledged
            """),
    ]
}
