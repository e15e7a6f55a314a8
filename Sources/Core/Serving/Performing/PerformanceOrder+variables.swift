import Contract
import HostSystem

extension PerformanceOrder {
    /// The variables of a program that is started for the link: by them a circle of links through other programs ends, and the
    /// program takes part in the trace.
    package var variables: [String: String] {
        var variables = [LinkHops.variable: LinkHops.text(hops, nowNs: HostClock.monotonicNs)]
        // *Source*: OpenTelemetry, "Environment Variables as Context Propagation Carriers".
        if let traceparent { variables["TRACEPARENT"] = traceparent }
        return variables
    }
}
