// What one run of the daemon leaves to the next, over a restart of its unit:
//
//     SIGTERM   the last call is answered → a sealed file in memory for each service that leaves something → FDSTORE
//     start     the table is loaded → the file is taken → the service takes up what it has → FDSTOREREMOVE → READY
//
// The service manager holds the descriptor between the two, so nothing lies on a disk. What is taken is marked as taken
// first: a daemon that is killed in the middle loses it, and no later one takes it a second time. A daemon that is killed
// leaves nothing.

import Contract
import EventLoop
import HostSystem

/// The files that the service manager keeps for the next run.
struct RestartStore {
    let manager: ServiceManager
    let log: Log

    /// Has each service take what the run before has left for it.
    func takeBack(into services: [any WingService]) {
        for file in manager.storedFiles {
            let descriptor = OwnedDescriptor(file.descriptor)
            do throws(LoopError) {
                let bytes = try SealedFile.take(descriptor, byteLimit: Limits.restartBytes)
                for service in services where type(of: service).keptName == file.name { service.takeBack(bytes) }
            } catch {
                log.error("file of an earlier run refused", ["name": file.name, "error": "\(error)"])
            }
            do throws(LoopError) {
                try manager.notify(.forget(file.name))
            } catch {
                // It was marked as taken, so the next run refuses it.
                log.warning("cannot notify the service manager", ["error": "\(error)"])
            }
        }
    }

    /// Has the service manager keep what each service leaves to the next run.
    func keep(_ services: [any WingService]) {
        for service in services {
            guard let name = type(of: service).keptName else { continue }
            service.didKeep(store(service, as: name))
        }
    }

    private func store(_ service: any WingService, as name: String) -> Bool {
        guard manager.isListening, let bytes = service.keepOverRestart() else { return false }
        do throws(LoopError) {
            let file = try SealedFile.make(name, bytes, to: "keep \(name) for the next run")
            return try manager.store(file, as: name)
        } catch {
            log.error("nothing left to the next run", ["name": name, "error": "\(error)"])
            return false
        }
    }
}
