import Contract
import EventLoop
import HostSystem

extension Server {
    /// Forgets the answers that are kept whenever memory is short, if the service manager says how that is announced.
    ///
    /// Nil where it does not, or where it cannot be watched for, which the log says.
    func watchMemory() -> PressureWatch? {
        guard let path = environment["MEMORY_PRESSURE_WATCH"], path.hasPrefix("/"), path != "/dev/null"
        else { return nil }
        let request = environment["MEMORY_PRESSURE_WRITE"].flatMap { Base64.bytes(of: $0) } ?? []
        do throws(LoopError) {
            return try PressureWatch(loop: loop, path: path, request: request) { [unowned self] in
                if answers.count > 0 { clearAnswers(because: "memory is short") }
            }
        } catch {
            log.warning("memory pressure is not watched for", ["error": "\(error)"])
            return nil
        }
    }
}
