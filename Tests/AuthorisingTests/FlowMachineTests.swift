import Testing

struct FlowMachineTests {
    @Test(arguments: Self.asking + Self.ends + Self.rests + Self.changes)
    func `flows do as their table says`(_ example: FlowCase) {
        #expect(example.played() == example.lines)
    }

    private static let asking: [FlowCase] = [
        FlowCase(
            "each permission is asked for once, in declared order, and the link is performed once at the end",
            """
            begin 1 ann link -> look 1
            found 1 camera* photos -> began 1 camera+photos, asking 1 camera 300s
            answer 1 camera granted -> record 1 camera yes
            recorded 1 -> look 1
            found 1 photos -> answered 1 camera granted, asking 1 photos 300s
            answer 1 photos asked -> look 1 afresh
            found 1 -> answered 1 photos granted, retry 1
            retried 1 -> end 1 granted granted:camera+photos
            """),
        FlowCase(
            "a yes is kept for a consent alone; of any other source it is no proof",
            """
            begin 1 ann -> look 1
            found 1 photos -> began 1 photos, asking 1 photos 300s
            answer 1 photos granted -> look 1 afresh
            found 1 photos -> answered 1 photos notDetermined, end 1 partial open:photos
            """),
        FlowCase(
            "the system asks by itself, and its source says how that ended",
            """
            begin 1 ann fast -> look 1
            found 1 play! camera* -> began 1 play+camera, asking 1 play 5s, prompt 1 play
            answer 1 play granted -> notAsked
            prompted 1 play asked -> look 1 afresh
            found 1 camera* -> answered 1 play granted, asking 1 camera 5s
            """),
        FlowCase(
            "one that is skipped stays outstanding, and no link is performed",
            """
            begin 1 ann link -> look 1
            found 1 play! camera* -> began 1 play+camera, asking 1 play 300s, prompt 1 play
            answer 1 play skip -> unprompt 1 play, look 1
            found 1 play! camera* -> answered 1 play skipped, asking 1 camera 300s
            answer 1 camera granted -> record 1 camera yes
            recorded 1 -> look 1
            found 1 play! -> answered 1 camera granted, end 1 partial granted:camera skipped:play
            """),
        FlowCase(
            "where nothing is outstanding the link is performed at once",
            """
            begin 1 ann link -> look 1
            found 1 -> began 1 , retry 1
            retried 1 -> end 1 granted
            """),
        FlowCase(
            "what neither the client nor the system can ask for is not asked",
            """
            begin 1 ann -> look 1
            found 1 node- camera* -> began 1 node+camera, asking 1 camera 300s
            answer 1 camera asked -> look 1 afresh
            found 1 node- -> answered 1 camera granted, end 1 partial granted:camera open:node
            """),
        FlowCase(
            "a confirmation counts for the link of its flow",
            """
            begin 1 ann link -> look 1
            found 1 confirmation? -> began 1 confirmation, asking 1 confirmation 300s
            answer 1 confirmation granted -> confirm 1 confirmation, look 1
            found 1 -> answered 1 confirmation granted, retry 1
            """),
    ]

    private static let ends: [FlowCase] = [
        FlowCase(
            "nothing is asked while something else stands in the way",
            """
            begin 1 ann link -> look 1
            found 1 blocked blocked.purchase.required -> end 1 blocked.purchase.required
            """),
        FlowCase(
            "a newer flow of the same user supersedes the older, one of another user does not",
            """
            begin 1 ann -> look 1
            found 1 play! -> began 1 play, asking 1 play 300s, prompt 1 play
            begin 2 bob -> look 2
            begin 3 ann -> unprompt 1 play, end 1 superseded open:play, look 3
            prompted 1 play asked ->
            """),
        FlowCase(
            "a link that is being performed is neither superseded nor cancelled",
            """
            begin 1 ann link -> look 1
            found 1 -> began 1 , retry 1
            begin 2 ann link -> look 2
            answer 1 cancel -> notAsked
            shutdown -> end 2 shutdown
            retried 1 -> end 1 granted
            """),
        FlowCase(
            "a flow is cancelled by its user at any time, and by the end of its connection",
            """
            begin 1 ann -> look 1
            answer 1 cancel bob -> unknownFlow
            answer 1 cancel -> end 1 cancelled
            answer 1 cancel -> unknownFlow
            begin 2 ann -> look 2
            found 2 camera* -> began 2 camera, asking 2 camera 300s
            leave 2 -> end 2 cancelled open:camera
            leave 2 ->
            """),
        FlowCase(
            "a question of the system that no program shows ends the flow, and is no refusal",
            """
            begin 1 ann link -> look 1
            found 1 play! camera* -> began 1 play+camera, asking 1 play 300s, prompt 1 play
            prompted 1 play unshown -> end 1 noAgent open:play+camera
            begin 2 ann -> look 2
            found 2 play! camera* -> began 2 play+camera, asking 2 play 300s, prompt 2 play
            """),
        FlowCase(
            "a question without an answer ends the flow",
            """
            begin 1 ann fast -> look 1
            found 1 play! -> began 1 play, asking 1 play 5s, prompt 1 play
            +4 ->
            +1 -> unprompt 1 play, end 1 expired open:play
            """),
        FlowCase(
            "sources and disks that say nothing end it too",
            """
            begin 1 ann -> look 1
            +30 -> end 1 failed (What stands in the way was not known in time.)
            begin 2 ann -> look 2
            found 2 camera* -> began 2 camera, asking 2 camera 300s
            answer 2 camera denied -> record 2 camera no
            +30 -> end 2 failed (The answer was not kept in time.) open:camera
            recorded 2 ->
            """),
        FlowCase(
            "what cannot be kept or shown is told, and grants nothing",
            """
            begin 1 ann -> look 1
            found 1 camera* -> began 1 camera, asking 1 camera 300s
            answer 1 camera granted -> record 1 camera yes
            recorded 1 full -> end 1 failed (full) open:camera
            begin 2 ann -> look 2
            found 2 play! -> began 2 play, asking 2 play 300s, prompt 2 play
            prompted 2 play gone -> end 2 failed (gone) open:play
            """),
    ]

    private static let rests: [FlowCase] = [
        FlowCase(
            "a no ends the flow, and a program may not have it asked again for ten minutes",
            """
            begin 1 ann -> look 1
            found 1 play! camera* -> began 1 play+camera, asking 1 play 300s, prompt 1 play
            prompted 1 play denied -> look 1 afresh
            found 1 play! camera* -> answered 1 play denied, end 1 denied 600s open:play+camera
            +60 ->
            begin 2 ann -> look 2
            found 2 play! -> began 2 play, end 2 denied 540s open:play
            begin 3 ann initiated -> look 3
            found 3 play! -> began 3 play, asking 3 play 300s, prompt 3 play
            leave 3 -> unprompt 3 play, end 3 cancelled open:play
            begin 4 bob -> look 4
            found 4 play! -> began 4 play, asking 4 play 300s, prompt 4 play
            +540 -> unprompt 4 play, end 4 expired open:play
            begin 5 ann -> look 5
            found 5 play! -> began 5 play, asking 5 play 300s, prompt 5 play
            """),
        FlowCase(
            "a consent that was denied earlier rests too, and is asked again in its time",
            """
            begin 1 ann -> look 1
            found 1 camera*3 -> began 1 camera, end 1 denied 420s open:camera
            begin 2 ann -> look 2
            found 2 camera*10 -> began 2 camera, asking 2 camera 300s
            answer 2 camera denied -> record 2 camera no
            recorded 2 -> look 2
            found 2 camera*0 -> answered 2 camera denied, end 2 denied 600s open:camera
            """),
        FlowCase(
            "a person who began the flow and says no again is not asked twice",
            """
            begin 1 ann initiated -> look 1
            found 1 camera*3 -> began 1 camera, asking 1 camera 300s
            answer 1 camera denied -> record 1 camera no
            recorded 1 -> look 1
            found 1 camera*0 -> answered 1 camera denied, end 1 denied 600s open:camera
            """),
        FlowCase(
            "a user is asked five times a minute",
            """
            begin 1 ann -> look 1
            found 1 a b c d e f -> began 1 a+b+c+d+e+f, asking 1 a 300s
            answer 1 a skip -> look 1
            found 1 a b c d e f -> answered 1 a skipped, asking 1 b 300s
            answer 1 b skip -> look 1
            found 1 a b c d e f -> answered 1 b skipped, asking 1 c 300s
            answer 1 c skip -> look 1
            found 1 a b c d e f -> answered 1 c skipped, asking 1 d 300s
            +10 ->
            answer 1 d skip -> look 1
            found 1 a b c d e f -> answered 1 d skipped, asking 1 e 300s
            answer 1 e skip -> look 1
            found 1 a b c d e f -> answered 1 e skipped, end 1 limited 50s skipped:a+b+c+d+e open:f
            begin 2 bob -> look 2
            found 2 a -> began 2 a, asking 2 a 300s
            +50 ->
            begin 3 ann -> look 3
            found 3 f -> began 3 f, asking 3 f 300s
            """),
        FlowCase(
            "one who began the flow and grants everything is asked all of it in one go",
            """
            begin 1 ann initiated -> look 1
            found 1 a b c d e f g -> began 1 a+b+c+d+e+f+g, asking 1 a 300s
            answer 1 a asked -> look 1 afresh
            found 1 b c d e f g -> answered 1 a granted, asking 1 b 300s
            answer 1 b asked -> look 1 afresh
            found 1 c d e f g -> answered 1 b granted, asking 1 c 300s
            answer 1 c asked -> look 1 afresh
            found 1 d e f g -> answered 1 c granted, asking 1 d 300s
            answer 1 d asked -> look 1 afresh
            found 1 e f g -> answered 1 d granted, asking 1 e 300s
            answer 1 e asked -> look 1 afresh
            found 1 f g -> answered 1 e granted, asking 1 f 300s
            answer 1 f skip -> look 1
            found 1 f g -> answered 1 f skipped, asking 1 g 300s
            begin 2 ann -> end 1 superseded granted:a+b+c+d+e skipped:f open:g, look 2
            found 2 h i j k -> began 2 h+i+j+k, asking 2 h 300s
            answer 2 h asked -> look 2 afresh
            found 2 i j k -> answered 2 h granted, asking 2 i 300s
            answer 2 i asked -> look 2 afresh
            found 2 j k -> answered 2 i granted, asking 2 j 300s
            answer 2 j asked -> look 2 afresh
            found 2 k -> answered 2 j granted, end 2 limited 60s granted:h+i+j open:k
            """),
        FlowCase(
            "where a program began it, each question counts",
            """
            begin 1 ann -> look 1
            found 1 a b c d e f -> began 1 a+b+c+d+e+f, asking 1 a 300s
            answer 1 a asked -> look 1 afresh
            found 1 b c d e f -> answered 1 a granted, asking 1 b 300s
            answer 1 b asked -> look 1 afresh
            found 1 c d e f -> answered 1 b granted, asking 1 c 300s
            answer 1 c asked -> look 1 afresh
            found 1 d e f -> answered 1 c granted, asking 1 d 300s
            answer 1 d asked -> look 1 afresh
            found 1 e f -> answered 1 d granted, asking 1 e 300s
            answer 1 e asked -> look 1 afresh
            found 1 f -> answered 1 e granted, end 1 limited 60s granted:a+b+c+d+e open:f
            """),
    ]

    private static let changes: [FlowCase] = [
        FlowCase(
            "a permission that is granted elsewhere is not asked for any more",
            """
            begin 1 ann link -> look 1
            found 1 play! camera* -> began 1 play+camera, asking 1 play 300s, prompt 1 play
            changed bob ->
            changed ann -> look 1
            found 1 camera* -> unprompt 1 play, answered 1 play granted, asking 1 camera 300s
            """),
        FlowCase(
            "another permission that is granted elsewhere is enough, and is what was granted",
            """
            begin 1 ann -> look 1
            found 1 camera* photos -> began 1 camera+photos, asking 1 camera 300s
            changed ann -> look 1
            found 1 photos camera=motion -> answered 1 camera notDetermined, asking 1 photos 300s
            answer 1 photos asked -> look 1 afresh
            found 1 camera=motion -> answered 1 photos granted, end 1 granted granted:motion+photos
            """),
        FlowCase(
            "a question goes on while what it asks for is outstanding",
            """
            begin 1 ann -> look 1
            found 1 camera* photos -> began 1 camera+photos, asking 1 camera 300s
            changed -> look 1
            changed -> look 1
            late 1 ->
            found 1 camera* ->
            answer 1 camera granted -> record 1 camera yes
            """),
        FlowCase(
            "a table that asks for more, or has no such feature, ends the flow",
            """
            begin 1 ann -> look 1
            found 1 camera* -> began 1 camera, asking 1 camera 300s
            changed -> look 1
            found 1 camera* photos -> end 1 changed open:camera
            begin 2 ann -> look 2
            found 2 camera* -> began 2 camera, asking 2 camera 300s
            changed -> look 2
            found 2 gone -> end 2 removed open:camera
            """),
        FlowCase(
            "a purchase that ends meanwhile ends the flow",
            """
            begin 1 ann -> look 1
            found 1 camera* -> began 1 camera, asking 1 camera 300s
            changed ann -> look 1
            found 1 blocked blocked.purchase.expired -> end 1 blocked.purchase.expired open:camera
            """),
    ]
}

/// Lines of commands with their effects.
struct FlowCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]

    init(_ title: String, _ script: String) {
        testDescription = title
        lines = script.split(separator: "\n").map { $0.trimmingSuffix(" ") }
    }

    /// The same lines, with the effects that came.
    func played() -> [String] {
        let script = FlowScript()
        return lines.map { line in
            let command = line.components(before: " ->")
            return (command + " -> " + script.play(command)).trimmingSuffix(" ")
        }
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = String(self)
        while text.last == character { text.removeLast() }
        return text
    }

    fileprivate func components(before mark: String) -> String {
        String(self).ranges(of: mark).first.map { String(String(self)[..<$0.lowerBound]) } ?? String(self)
    }
}
