import Contract
import HostSystem

extension PerformanceOrder {
    /// The variables of a program that is started for the link: by them a circle of links through other programs ends.
    package var variables: [String: String] {
        [LinkHops.variable: LinkHops.text(hops, nowNs: HostClock.monotonicNs)]
    }
}
