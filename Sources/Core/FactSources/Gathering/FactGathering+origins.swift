internal import Contract
internal import EventLoop
package import Features

// Makes the source for each origin of facts that a table names: the one place that knows all kinds of sources.

extension FactGathering {
    /// Makes the source that a table names for a fact.
    func declare(_ key: FactKey, _ origin: any FactOrigin) {
        let source = source(at: origin, of: key)
        declared[key] = (origin, source)
        listen(to: source)
    }

    private func source(at origin: any FactOrigin, of key: FactKey) -> any FactSource {
        if let place = origin as? FactPlace { return source(at: place, of: key) }
        return sources.books.first { $0.name == "\(origin)" } ?? sources.adapters.lazy.compactMap { $0(origin, self) }
            .first
            ?? MissingAdapter(for: origin)
    }

    /// A source that looks at one file of the host whenever its folder changes.
    ///
    /// - Parameters:
    ///   - absent: what `look` says where there is no such file.
    ///   - look: looks at the file; runs in the pool and may block.
    package func watchedFile(
        _ path: String, absent: FactValue, look: @escaping @Sendable (_ path: String, _ key: FactKey) -> SourceReply
    ) -> any FactSource {
        WatchedFile(name: "host", path: path, lane: lane, loop: loop, absent: absent, look: look)
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
