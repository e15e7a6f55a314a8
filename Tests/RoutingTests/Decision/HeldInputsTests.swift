import ChannelRules
import Contract
import Features
import Testing

@testable import Routing

/// Which links that waited the action of another table can still be performed with.
@Suite struct HeldInputsTests {
    private static let table = """
        scheme t
        channel player {
            kind held
        }
        feature F {
            action play {
                input id uint
                input page slug
                input note string? secret
                input sort string = title
                input live bool = false
                input path **
                channel player
            }
            route play /play/$(id:uint)/$(page:slug)/$(path:**) do play {
                query note?
                query sort?
                query live:bool?
            }
        }
        """

    private static let rows: [(inputs: String, misfit: String?)] = [
        (#"{"id":7,"page":"news","sort":"title","live":false,"path":["a",""]}"#, nil),
        (#"{"id":7,"page":"news","note":"x","sort":"size","live":true,"path":[]}"#, nil),
        (#"{"id":"7","page":"news","sort":"title","live":false,"path":[]}"#, "id"),
        (#"{"id":-7,"page":"news","sort":"title","live":false,"path":[]}"#, "id"),
        (#"{"page":"news","sort":"title","live":false,"path":[]}"#, "id"),
        (#"{"id":7,"page":"-x","sort":"title","live":false,"path":[]}"#, "page"),
        (#"{"id":7,"page":"news","sort":1,"live":false,"path":[]}"#, "sort"),
        (#"{"id":7,"page":"news","live":false,"path":[]}"#, "sort"),
        (#"{"id":7,"page":"news","sort":"title","live":"false","path":[]}"#, "live"),
        (#"{"id":7,"page":"news","sort":"title","live":false,"path":"a"}"#, "path"),
        (#"{"id":7,"page":"news","sort":"title","live":false,"path":[7]}"#, "path"),
        (#"{"id":7,"page":"news","sort":"title","live":false,"path":[],"speed":2}"#, "speed"),
    ]

    @Test(arguments: rows.indices)
    func `a link that waited fits an action whose inputs have its names and types`(_ index: Int) throws {
        let (inputs, misfit) = Self.rows[index]
        let ruleset = try Tables.ruleset(Self.table)
        let binding = try #require(ruleset.binding(ofAction: "play", of: "F", sendingTo: "player"))
        let action = ruleset.catalogue.actions[binding.action]
        #expect(action.misfit(among: try JSONText.value(of: inputs).members ?? []) == misfit)
    }
}
