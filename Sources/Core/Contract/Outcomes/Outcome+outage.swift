extension Outcome {
    /// True for a failure of the service itself: it is not there, or gave no answer.
    ///
    /// A refusal is none: the service is there, and has said something of this request.
    package var isOutage: Bool {
        let outages: [OutcomeCode] = [
            .failedTimeout, .failedCancelled, .failedSpawn, .failedExit, .failedSignal, .failedVarlinkNoService,
            .failedDBusNoService, .failedHTTP, .failedHTTPUnreachable, .failedHTTPUntrusted, .failedHTTPBusy,
            .overloaded,
            .shuttingDown,
        ]
        // The same code as an error that the service answers with, which has a name.
        let losses: [OutcomeCode] = [.failedVarlink, .failedDBus]
        return outages.contains(code) || losses.contains(code) && execution?.errorName == nil
    }
}
