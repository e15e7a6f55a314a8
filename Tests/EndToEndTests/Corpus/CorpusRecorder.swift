import Foundation

/// Records the messages of a scene, and compares them with the record in the repository.
///
/// A record has one line per message: the number of the client, `>` for a call or `<` for a reply, and the message with
/// its masks.
final class CorpusRecorder {
    let tap = WireTap()
    private var names: [(text: String, replacement: String)] = []

    /// True if the records are to be written instead of compared.
    static let isRecording = ProcessInfo.processInfo.environment["DEEPLINKD_RECORD"] == "1"
    static let folder = Products.package + "/Tests/EndToEndTests/Corpus/Recordings"

    /// Records the messages of the clients that connect to a daemon from now on.
    func record(_ daemon: RunningDaemon) {
        daemon.tap = tap
        name(daemon.folder.path, "$FOLDER")
    }

    /// Puts a fixed name in the place of one that differs in each run.
    func name(_ text: String, _ replacement: String) {
        names.append((text, replacement))
    }

    /// The record of this run.
    var lines: [String] {
        var mask = MessageMask(names: names)
        return tap.messages.map { "\($0.client) \($0.isCall ? ">" : "<") \(mask.mask($0.text))" }
    }

    // MARK: Files

    private static func path(of scene: String) -> String { "\(folder)/\(scene).txt" }

    /// The lines of a scene's record in the repository.
    static func recorded(_ scene: String) throws -> [String] {
        try String(contentsOfFile: path(of: scene), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    func write(_ scene: String) throws {
        try lines.map { $0 + "\n" }.joined().write(toFile: Self.path(of: scene), atomically: true, encoding: .utf8)
    }

    /// The first line that differs from the record, with the call before it; nil if none does.
    static func difference(_ lines: [String], from recorded: [String]) -> String? {
        for index in 0..<max(lines.count, recorded.count) {
            let (now, before) = (line(index, of: lines), line(index, of: recorded))
            guard now != before else { continue }
            let call = index > 0 ? lines[index - 1] + "\n" : ""
            return "line \(index + 1)\n\(call)was \(before)\nis  \(now)"
        }
        return nil
    }

    private static func line(_ index: Int, of lines: [String]) -> String {
        lines.indices.contains(index) ? lines[index] : "(the end)"
    }
}
