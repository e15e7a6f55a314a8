package import Contract
package import Features

/// A look at this machine: each answer is a verdict and its reason, one sentence without its full stop.
///
/// No program is started, and a service is asked for nothing but what it says of itself.
package protocol HostView {
    /// A verdict and its reason.
    typealias Judgement = (verdict: HostFinding.Verdict, because: String)

    /// The kind of the daemon that is to serve the table; nil for any daemon of this machine.
    var instance: Instance? { get }
    /// Says whether its clock is synchronised.
    var clock: Judgement { get }

    /// Judges a program by its path.
    func program(_ path: String) -> Judgement
    /// Judges a device node by its path.
    func device(_ path: String) -> Judgement
    /// Judges a service on a message bus: it runs with the method, or the bus can start it. Nothing is started.
    func busService(_ destination: BusDestination) -> Judgement
    /// Judges a unit of the service manager by its file.
    ///
    /// - Parameter name: that of a service, or of a template, `play@.service`.
    func unit(_ name: String) -> Judgement
    /// Judges a rule of another program by its file.
    ///
    /// - Parameter text: what the file has to say.
    func rule(_ text: String, at path: String) -> Judgement
    /// Judges an app by the id of its desktop entry, and by the number of links that it is given.
    func app(_ id: String, links: Int) -> Judgement
    /// Judges the apps that had links before deeplinkd was installed for them.
    func formerApps(links: Int) -> [HostFinding]
    /// Judges a file or a service that keeps a fact.
    func place(_ place: FactPlace) -> Judgement
    /// Judges a library that is loaded when it is needed.
    ///
    /// - Parameter package: the one of Debian that has it.
    func library(_ name: String, package: String) -> Judgement
    /// Judges a credential that the service manager hands to the daemon.
    func credential(_ name: String) -> Judgement
    /// Judges the socket of a service by its path.
    func service(_ path: String) -> Judgement
    /// The description of a Varlink interface that the service at a socket gives; nil where it gives none in time.
    ///
    /// *Cost*: waits for the service; one check waits for `Limits.descriptionTime` at most, for all services together.
    func description(of interface: String, at path: String) -> String?
}
