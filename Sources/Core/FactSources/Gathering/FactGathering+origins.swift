internal import Contract
internal import EventLoop
internal import Features

// Which source answers for what a table names: the one place that knows all kinds of sources.

extension FactGathering {
    /// Makes the source that a table names for a fact.
    func declare(_ key: FactKey, _ origin: any FactOrigin) {
        let source = source(at: origin, of: key)
        declared[key] = (origin, source)
        listen(to: source)
    }

    private func source(at origin: any FactOrigin, of key: FactKey) -> any FactSource {
        switch origin {
        case let place as FactPlace: source(at: place, of: key)
        case let program as ProgramRequirement:
            WatchedFile(name: "host", path: program.path, lane: lane, loop: loop, look: ProgramCheck.look)
        case PermissionOrigin.consent: sources.consents ?? MissingAdapter(for: origin)
        default: sources.adapter?(origin) ?? MissingAdapter(for: origin)
        }
    }

    private func source(at place: FactPlace, of key: FactKey) -> any FactSource {
        switch place {
        case .file(let path) where key.isOfHost:
            WatchedFile(name: "file:" + path, path: path, lane: lane, loop: loop) { FactFile.read($0, as: $1) }
        case .file(let path): SubjectFile(path: path, lane: lane)
        case .varlink(let path, let method, let grace):
            VarlinkSource(path: path, method: method, grace: grace, loop: loop)
        }
    }
}
