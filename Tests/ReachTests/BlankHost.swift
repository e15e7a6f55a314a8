import Contract
import Features
import Routing

/// A machine of which nothing is known, but for what a test says of it.
protocol BlankHost: HostView {}

extension BlankHost {
    var instance: Instance? { nil }
    var clock: HostView.Judgement { (.cannotTell, "") }

    func program(_ path: String) -> HostView.Judgement { (.cannotTell, "") }
    func device(_ path: String) -> HostView.Judgement { (.cannotTell, "") }
    func place(_ place: FactPlace) -> HostView.Judgement { (.cannotTell, "") }
    func unit(_ name: String) -> HostView.Judgement { (.cannotTell, "") }
    func rule(_ text: String, at path: String) -> HostView.Judgement { (.cannotTell, "") }
    func app(_ id: String, links: Int) -> HostView.Judgement { (.cannotTell, "") }
    func formerApps(links: Int) -> [HostFinding] { [] }
    func library(_ name: String, package: String) -> HostView.Judgement { (.answers, "") }
    func credential(_ name: String) -> HostView.Judgement { (.answers, "") }
    func service(_ path: String) -> HostView.Judgement { (.cannotTell, "") }
    func busService(_ destination: BusDestination) -> HostView.Judgement { (.cannotTell, "") }
    func description(of interface: String, at path: String) -> String? { nil }
}
