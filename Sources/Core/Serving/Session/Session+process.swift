import EventLoop
package import FactSources
import Features

extension Session {
    /// The program at the other end, as adapters name it to polkit.
    package var process: CallerProcess {
        CallerProcess(processID: stream.peer?.pid ?? 0, userID: caller.uid) { [weak stream] in
            stream?.peerHasEnded ?? true
        }
    }
}
