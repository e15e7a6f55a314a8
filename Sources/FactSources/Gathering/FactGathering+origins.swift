internal import Contract
internal import EventLoop
internal import Features

// Which source answers for what a table names: the one place that knows all kinds of sources.

extension FactGathering {
    /// Makes the source that a table names for a fact.
    func declare(_ key: FactKey, _ origin: FactOrigin) {
        let source: any FactSource =
            switch origin {
            case .runtime(.file(let path)):
                WatchedFile(name: "file:" + path, path: path, lane: lane, loop: loop) { FactFile.read($0, as: $1) }
            case .program(let path):
                WatchedFile(name: "host", path: path, lane: lane, loop: loop, look: ProgramCheck.look)
            case .runtime(.varlink(let path, let method, let grace)):
                VarlinkSource(path: path, method: method, grace: grace, loop: loop)
            case .permission(let origin): self.source(of: origin)
            case .purchase(let place): self.source(at: place)
            }
        declared[key] = (origin, source)
        listen(to: source)
    }

    /// What answers for a permission.
    private func source(of origin: PermissionOrigin) -> any FactSource {
        switch origin {
        case .place(let place): source(at: place)
        case .consent: sources.consents ?? MissingAdapter(for: origin)
        case .store, .polkit, .device: sources.adapter?(origin) ?? MissingAdapter(for: origin)
        }
    }

    /// What answers for a permission or a purchase at a place.
    private func source(at place: FactPlace) -> any FactSource {
        switch place {
        case .file(let path): SubjectFile(path: path, lane: lane)
        case .varlink(let path, let method, let grace):
            VarlinkSource(path: path, method: method, grace: grace, loop: loop)
        }
    }
}
