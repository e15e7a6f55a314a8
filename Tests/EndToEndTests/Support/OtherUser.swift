import Glibc
import TestSupport

/// Another user; only a test that runs as root can act as one.
struct OtherUser {
    let uid: UInt32
    var gid: UInt32 = 65_534
    var groups: [UInt32] = []

    /// The program that runs another one as another user.
    static let launcher = "/usr/bin/setpriv"

    /// The arguments for the launcher.
    static func arguments(toRun command: [String], as user: UInt32) -> [String] {
        ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--"] + command
    }

    /// True if this process can act as another user; prints why a test is skipped if not.
    static func isPossible(for test: String) -> Bool {
        if geteuid() == 0, RawCall.function != nil { return true }
        print("skipped: \(test): acting as another user takes root")
        return false
    }

    /// Connects as this user: the kernel notes the credentials of the thread that connects.
    func connect(to address: SocketAddress) throws -> RawClient {
        RawClient(adopting: try act { try address.connect() })
    }

    /// Runs a closure as this user.
    ///
    /// Each thread has its own credentials; only the functions of the C library change them for all threads. So a
    /// separate thread changes its own and ends.
    func act<Value>(_ body: @escaping () throws -> Value) throws -> Value {
        var value: Value?
        let work = Work(user: self) { value = try body() }
        var thread = pthread_t()
        let answer = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue().run()
                return nil
            }, Unmanaged.passUnretained(work).toOpaque())
        guard answer == 0 else { throw TestFailure("pthread_create: errno \(answer)") }
        pthread_join(thread, nil)
        guard let result = work.result else { throw TestFailure("the thread did not run") }
        try result.get()
        guard let value else { throw TestFailure("the thread did nothing") }
        return value
    }

    private final class Work {
        let user: OtherUser
        let body: () throws -> Void
        var result: Result<Void, any Error>?

        init(user: OtherUser, body: @escaping () throws -> Void) {
            self.user = user
            self.body = body
        }

        func run() {
            result = Result {
                try user.become()
                try body()
            }
        }
    }

    private func become() throws {
        guard let call = RawCall.function else { throw TestFailure("no syscall") }
        let answers = unsafe groups.withUnsafeBytes { bytes in
            [
                call(RawCall.setgroups, groups.count, Int(bitPattern: bytes.baseAddress), 0),
                call(RawCall.setresgid, Int(gid), Int(gid), Int(gid)),
                call(RawCall.setresuid, Int(uid), Int(uid), Int(uid)),
            ]
        }
        guard answers == [0, 0, 0] else { throw TestFailure("cannot become uid \(uid): \(answers)") }
    }
}
