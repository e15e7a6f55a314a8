internal import CLinux

/// Threads of this process.
package enum HostThread {
    /// What a thread runs, as C passes it on.
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread, which ends with `body`; it gets no signals.
    ///
    /// *Throws*: `failed`, with EAGAIN if the system or the user has no thread left.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(LoopError) {
        let argument = unsafe Unmanaged.passRetained(Body(body))
        let answer = unsafe deeplink_start_detached(
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        if answer < 0 { unsafe argument.release() }
        try checked("pthread_create", to: "start a thread", answer)
    }
}
