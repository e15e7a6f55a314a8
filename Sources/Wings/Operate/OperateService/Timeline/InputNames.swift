import Features
import Routing

/// The names of the inputs of actions, put together once for each action.
///
/// *Owner/thread*: the loop's thread.
final class InputNames {
    private struct Place {
        var feature: [UInt8] = []
        var action: [UInt8] = []
        var names: [UInt8] = []
    }

    /// *Units*: actions whose names are at hand.
    private static let count = 64

    private var ruleset: Ruleset?
    private var places = [Place](repeating: Place(), count: InputNames.count)

    init() {}

    /// Takes the actions of a table.
    func adopt(_ ruleset: Ruleset) {
        self.ruleset = ruleset
        places = [Place](repeating: Place(), count: Self.count)
    }

    /// The names of an action's inputs, with commas between them.
    ///
    /// *Cost*: two comparisons of names for an action that is at hand.
    func inputs(ofFeature feature: Span<UInt8>, _ action: Span<UInt8>) -> [UInt8] {
        guard !action.isEmpty else { return [] }
        let index = (feature.count &* 31 &+ action.count &* 7 &+ Int(action[0])) & (Self.count - 1)
        if feature.isEqual(feature.indices, to: places[index].feature),
            action.isEqual(action.indices, to: places[index].action)
        {
            return places[index].names
        }
        let place = Place(
            feature: feature.indices.map { feature[$0] }, action: action.indices.map { action[$0] },
            names: names(
                String(decoding: feature.indices.map { feature[$0] }, as: UTF8.self),
                String(decoding: action.indices.map { action[$0] }, as: UTF8.self)))
        places[index] = place
        return place.names
    }

    private func names(_ path: String, _ action: String) -> [UInt8] {
        guard let ruleset, let feature = ruleset.catalogue.feature(named: path),
            let number = ruleset.contents.action(named: action, ofFeature: feature)
        else { return [] }
        return Array(ruleset.catalogue.actions[number].inputs.map(\.name).joined(separator: ",").utf8)
    }
}
