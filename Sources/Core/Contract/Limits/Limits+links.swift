extension Limits {
    /// *Units*: times that one link is handed on: by redirects and rewrites, to another app, by a program; one more is a circle.
    package static let hops = 8
    /// How long an interceptor has for its answer.
    package static let interceptorTime: Duration = .milliseconds(50)
    /// *Units*: observers of one user's links that are performed at once; one more link is not observed.
    package static let observersPerUser = 256
    /// How long the number of hops in a program's environment counts.
    package static let hopMemory: Duration = .seconds(10)
    /// How long a link that was handed on to another app is not handed on again.
    package static let handOffMemory: Duration = .seconds(2)
    /// *Units*: links of one user that are handed on in that time; one more may be a circle.
    package static let recentHandOffs = 64
}
