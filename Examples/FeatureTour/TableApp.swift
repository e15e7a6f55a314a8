// The same kinds of features, with routes and requirements in a table; a real program loads a file.

import DeepLinkFeatures
import DeepLinkTables

let radioTable = """
    scheme radio

    product supporter {
        title "Supporter"
    }

    feature Stations {
        action tune {
            input station slug
            input volume  uint = 5
            respond
        }
        route station /stations/$(station:slug) do tune {
            query volume:uint?
        }

        feature Recorder {
            require toggle on
            require purchase supporter
            action record {
                input minutes uint
                respond
            }
            route record /record/$(minutes:uint) do record
        }
    }
    """

enum Stations: TableFeature {
    static let tune = action(Tune.self)

    static func bind(actions: TableActionsBuilder) {
        actions.bind(tune)
    }
}

enum Recorder: TableFeature {
    static let record = action(RecordShow.self)

    static func bind(actions: TableActionsBuilder) {
        actions.bind(record, as: "record") { try $0.value("minutes") }
    }
}

struct Tuning: RoutedInput {
    let station: String
    let volume: Int

    init(_ inputs: RouteInputs) throws(RouteInputError) {
        station = try inputs.value("station")
        volume = try inputs.value("volume")
    }
}

enum Tune: Action {
    typealias Input = Tuning

    static func perform(_ context: borrowing ActionContext<Self>, presenter: Screen) {
        presenter.show("\(context.input.station) at volume \(context.input.volume)")
    }
}

/// It waits for the show, so it may suspend.
enum RecordShow: AsyncAction {
    typealias Input = Int

    static func perform(_ context: borrowing ActionContext<Self>, presenter: Screen) async throws {
        await Task.yield()
        presenter.show("recorded \(context.input) minutes")
    }
}

extension FeatureTour {
    static func table() async throws {
        print("table")
        let declarations = try FeatureDeclarations(tableText: radioTable, Stations.self, Recorder.self, on: machine)
        let dispatcher = try Dispatcher(declarations)
        let receiver = LinkReceiver(dispatcher: dispatcher)
        try await receiver.receiveAndWait("radio://stations/jazz?volume=9")
        try await receiver.receiveAndWait("radio://record/30")
        for product in dispatcher.status(of: Recorder.self).purchases.requiredToUnlock {
            dispatcher.setPurchase(product, to: .active)
        }
        try await receiver.receiveAndWait("radio://record/30")
        do {
            _ = try FeatureDeclarations(tableText: radioTable, Stations.self, on: machine)
        } catch {
            print("  \(error)")
        }
    }
}
