/// The limits of authorisation flows and of requests that wait.
extension Limits {
    /// How long one question of a flow waits for an answer where a program answers by itself.
    package static let machinePace: Duration = .seconds(5)
    /// How long one question of a flow waits for an answer where a person reads it.
    package static let humanPace: Duration = .seconds(300)
    /// How long a flow waits for its own daemon: for sources that are asked again, and for the disk.
    package static let flowWork: Duration = .seconds(30)
    /// *Units*: questions that one user is asked in `promptWindow`, over all flows, without those that follow a grant in a flow
    /// that the person began.
    package static let promptsPerWindow = 5
    /// The time in which the questions to one user are counted.
    package static let promptWindow: Duration = .seconds(60)
    /// The longest that a request of `Open` may wait until what blocks it is lifted.
    package static let longestWait: Duration = .seconds(600)
    /// How often a request that waits is cleared again where no change is announced.
    package static let waitPoll: Duration = .seconds(1)
    /// *Units*: bytes of the question of a confirmation, without its inputs: more than a person reads.
    package static let confirmationBytes = 1024
    /// *Units*: Unicode scalars of an input's value that the question of a confirmation shows.
    package static let confirmationValueCharacters = 64
    /// How long a permission that was denied is not asked for, unless the person begins the flow.
    package static let denialRest: Duration = .seconds(600)
}
