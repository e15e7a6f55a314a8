// URLs from other programs: a link opens a feature that the listener may use, or shows what is missing. Opening links is
// itself a feature that the program can switch off.

import DeepLinkFeatures

extension Playback: RoutedFeature {
    static func routes(_ routes: FeatureRoutesBuilder) {
        routes.send("/episodes/$(number:uint)", to: play) { $0.query("from:uint", default: "0", exact: true) }
    }
}

extension SmartPlaylists: RoutedFeature {
    static func routes(_ routes: FeatureRoutesBuilder) {
        routes.send("/favourites/$(list:slug)", to: open, input: { try $0.value("list") })
    }
}

extension TurboDownloads: RoutedFeature {
    static func routes(_ routes: FeatureRoutesBuilder) {
        routes.send("/downloads/$(episode)", to: download, input: { try $0.value("episode") }) { $0.onlyInApps() }
    }
}

/// An episode's number, and the second to start at.
struct Episode: LinkedInput {
    let number: Int
    var from = 0

    init(_ number: Int) {
        self.number = number
    }

    init(_ inputs: RouteInputs) throws(RouteInputError) {
        number = try inputs.value("number")
        from = try inputs.value("from")
    }

    func write(to values: inout LinkValues) {
        values.set("number", number)
        values.set("from", from)
    }
}

/// The receiver of URLs from the desktop, another program or a push message.
struct LinkReceiver {
    let dispatcher: Dispatcher
    let presenters = Presenters(Screen())

    /// Opens a URL whose action runs at once.
    func receive(_ url: String) throws {
        switch dispatcher.request(DeepLinkingFeature.performIncomingURL) {
        case .verified(let binding): show(try binding.perform(with: url, presenter: presenters))
        case .refused(let refusal): show(.refused(refusal))
        }
    }

    /// Opens a URL whose action may take time.
    func receiveAndWait(_ url: String) async throws {
        show(try await dispatcher.open(url, presenters: presenters))
    }

    private func show(_ outcome: LinkOutcome) {
        switch outcome {
        case .performed(let link): print("  opened \(link.action.feature) · \(link.action.action)")
        case .refused(let refusal): print("  \(refusal.feature): \(refusal.code), \(refusal.remedies.map(\.kind))")
        case .rejected(let rejection): print("  \(rejection)\(rejection.failure.map { " " + $0 } ?? "")")
        case .unpresentable(let action, let presenter): print("  \(action.feature): no \(presenter) to show it")
        }
    }
}
