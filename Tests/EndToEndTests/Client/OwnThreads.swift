import Foundation

/// Runs each step of a task on a thread of its own.
///
/// The threads that tasks share are busy with other tests, most of which block theirs: in a run of all tests a task that is
/// suspended goes on minutes later, when the flow or the verified link that it tests has ended.
final class OwnThreads: TaskExecutor {
    static let shared = OwnThreads()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }.start()
    }
}

extension Task where Failure == any Error {
    /// A task of a test, with threads of its own.
    static func ofItsOwn(_ operation: @escaping @Sendable () async throws -> Success) -> Self {
        Task(executorPreference: OwnThreads.shared, operation: operation)
    }
}
