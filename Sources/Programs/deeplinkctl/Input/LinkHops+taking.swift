internal import Contract
internal import HostSystem

extension LinkHops {
    /// Takes the number of hand-offs out of this process's environment: it is for the link that this process opens, and not for
    /// what a program opens that this process starts.
    ///
    /// - Returns: nil for none.
    static func take() -> Int64? {
        let hops = count(in: HostFacts.environment, nowNs: HostClock.monotonicNs)
        ProcessSetup.removeVariables([variable])
        return hops == 0 ? nil : Int64(hops)
    }
}
