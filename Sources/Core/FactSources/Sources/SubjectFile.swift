// A fact of one subject in a file: one file for all subjects, or one for each user.
//
//     from file /run/app/$(uid)/camera        uid:1000 is answered by /run/app/1000/camera
//     from file /run/app/camera               every subject is answered by /run/app/camera
//
// With one for each user, a user without a file was not asked yet, so a program can ask. Where the folder that holds the files
// of all users is missing too, as while a disk is not mounted, the fact is undetermined.
//
// The folders are not watched: one watch for each user who ever called would be a number that callers decide. A call that
// comes a second or more after the last look has the file looked at first, and so does a client that waits for changes.

internal import Contract
internal import Features

/// Reads a fact of the subject that is asked about, at most once a second for each.
final class SubjectFile: FactSource {
    let name: String
    let lifetime = AnswerLifetime(isAnnounced: false, asksAgainAfter: Limits.sourceLifetime)
    var onChange: ((Subject?) -> Void)?
    private let path: String
    /// The folder of all users' files; nil for one file of all subjects.
    private let commonFolder: String?
    private let lane: PoolLane

    /// - Parameter path: absolute, and with `$(uid)` if each user has a file.
    init(path: String, lane: PoolLane) {
        name = "file:" + path
        self.path = path
        commonFolder = FactPlace.commonFolder(of: path)
        self.lane = lane
    }

    func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        guard let path = FactPlace.path(path, of: question.subject) else {
            return reply(.undetermined(reason: "\(path) is a file of each user, and \(question.holder) is none"))
        }
        lane.run { [commonFolder] in
            FactFile.read(path, as: question.key, commonFolder: commonFolder)
        } then: { found in
            reply(found ?? .failed(reason: "no thread is left to read \(path) with"))
        }
    }
}
