import Testing
import Varlink

/// The walks over a list of members, on types that no method has.
@Suite struct WireObjectTests {
    private enum Colour: String, WireEnumeration {
        case red, green

        static let typeName = "Colour"
        static let typeComment = "What it looks like."
        var comment: String { "It is \(rawValue)." }
    }

    private struct Leaf: WireObject, Equatable {
        static let typeName = "Leaf"
        static let typeComment = "One leaf."

        var colour = Colour.red
        var width: Int?
        var veins: [String] = []
        var spots: [Int32] = []
        var isDry = false
        var marks: [Value.Member] = []

        mutating func members(_ list: inout some MemberList) {
            list.member("colour", &colour, "Its colour.")
            list.member("width", &width, "How wide it is.")
            list.member("veins", &veins, .leniently, "Its veins.")
            list.member("spots", &spots, .unlessBlank, "Where it has spots.")
            list.member("dry", &isDry, .unlessBlank, "Whether it is dry.")
            list.member("marks", &marks, "What was noted on it.")
        }
    }

    private struct Leaves: WireMembers {
        var leaves: [Leaf] = []

        mutating func members(_ list: inout some MemberList) {
            list.member("leaves", &leaves, "All of them.\n\nIn no order.")
        }
    }

    @Test func `what does not apply is left out, and comes back as it was`() throws {
        let full = Leaf(
            colour: .green, width: 3, veins: ["a"], spots: [-1, 2], isDry: true, marks: [.init("n", .null)])
        let rows: [(Leaf, String)] = [
            (Leaf(), #"{"colour":"red","veins":[]}"#),
            (full, #"{"colour":"green","width":3,"veins":["a"],"spots":[-1,2],"dry":true,"marks":{"n":null}}"#),
        ]
        for (leaf, text) in rows {
            #expect(JSONText.text(of: leaf) == text)
            #expect(try Leaf.read(JSONText.value(of: text), at: "") == leaf)
        }
    }

    @Test func `reading ignores members that are not listed, and takes null for absent`() throws {
        let text = #"{"colour":"red","width":null,"veins":null,"spots":null,"dry":null,"marks":null,"stem":1}"#
        #expect(try Leaf.read(JSONText.value(of: text), at: "") == Leaf())
    }

    @Test func `the first member that is missing or of another type is named`() {
        let rows: [(String, String, String)] = [
            ("{}", "leaf.colour", "string"), (#"{"colour":"blue"}"#, "leaf.colour", FramingError.knownWord),
            (#"{"colour":"red","width":"3","dry":1}"#, "leaf.width", "int"),
            (#"{"colour":"red","veins":{}}"#, "leaf.veins", "array"),
            (#"{"colour":"red","spots":[1,4294967296]}"#, "leaf.spots[1]", "int"),
            (#"{"colour":"red","marks":[]}"#, "leaf.marks", "object"), ("[]", "leaf", "object"),
        ]
        for (text, name, expected) in rows {
            #expect(throws: FramingError.field(name: name, expected: expected), "\(text)") {
                try Leaf.read(JSONText.value(of: text), at: "leaf")
            }
        }
    }

    @Test func `a setter sets one member and says whether the value has its type`() {
        var leaf = Leaf()
        for (index, value, isSet) in [(1, Value.integer(7), true), (4, .bool(true), true), (1, .bool(true), false)] {
            var setter = MemberSetter(index: index, value: value)
            leaf.members(&setter)
            #expect(setter.isSet == isSet)
        }
        #expect(leaf == Leaf(width: 7, isDry: true))
    }

    @Test func `a description declares types before their use, each once, and fills its comments`() {
        let description = InterfaceDescription(
            "a.b", "Leaves.", types: [],
            members: [
                .init("Pick", String(repeating: "leaf ", count: 30), inputs: Leaves().memberDescriptions, outputs: []),
                .init("Gone", "There is none.", inputs: []),
            ])
        let expected = """
            # Leaves.
            interface a.b

            # What it looks like.
            type Colour (
                # It is red.
                red,
                # It is green.
                green
            )

            # One leaf.
            type Leaf (
                # Its colour.
                colour: Colour,
                # How wide it is.
                width: ?int,
                # Its veins.
                veins: []string,
                # Where it has spots.
                spots: ?[]int,
                # Whether it is dry.
                dry: ?bool,
                # What was noted on it.
                marks: ?object
            )

            # \(String(repeating: "leaf ", count: 22))leaf
            # \(String(repeating: "leaf ", count: 6))leaf
            method Pick(
                # All of them.
                #
                # In no order.
                leaves: []Leaf
            ) -> ()

            # There is none.
            error Gone ()

            """
        #expect(description.text == expected)
    }
}
