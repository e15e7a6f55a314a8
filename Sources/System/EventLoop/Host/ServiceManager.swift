// The protocol of the service manager: environment variables on the way in, datagrams on the way out.
//
// It passes sockets as descriptors 3, 4, … (LISTEN_FDS), only to the process LISTEN_PID, with names in LISTEN_FDNAMES. A
// socket may be listening, or be one connected client. This process reports its state by datagrams to NOTIFY_SOCKET. It
// must send one at least every WATCHDOG_USEC, unless WATCHDOG_PID is another process.
//
// It also keeps files for the next run of the service: this process sends a copy of a descriptor with a name (FDSTORE), and the
// next one is passed it behind the sockets, under that name, until it says that it is not needed any more (FDSTOREREMOVE).
//
// The environment is passed in as a value. None of its variables is meant for child processes: `variables` lists those to
// remove.
//
// Source: sd_listen_fds(3), sd_notify(3), sd_watchdog_enabled(3).

internal import CLibUV
internal import CLinux
internal import Glibc
package import HostSystem

/// The sockets, files and settings that the service manager gave this process, and the way to notify it.
package struct ServiceManager: Sendable {
    /// A socket that was open when this process began.
    package struct Socket: Equatable, Sendable {
        /// The name in LISTEN_FDNAMES, or `unknown`.
        package var name: String
        /// Its owner is the object that adopts it.
        package var descriptor: Int32
        /// True if it accepts connections, false if it is a connection.
        package var isListening: Bool
    }

    /// A file that an earlier run left for this one, as far as its name says so.
    package struct StoredFile: Equatable, Sendable {
        package var name: String
        /// Closed by what takes it.
        ///
        /// It may be of any kind: the name alone was looked at.
        package var descriptor: Int32
    }

    /// The variables of this protocol, which no child may inherit.
    package static let variables = [
        "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "LISTEN_PIDFDID", "NOTIFY_SOCKET", "WATCHDOG_USEC",
        "WATCHDOG_PID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "FDSTORE",
    ]
    /// *Units*: sockets; far more than any unit passes, and few enough that a wrong number is cheap.
    package static let socketLimit: Int32 = 1024

    /// In the order they were passed; all are marked close-on-exec.
    package let sockets: [Socket]
    /// In the order they were passed; all are marked close-on-exec.
    package let storedFiles: [StoredFile]
    /// The service manager's limit between two watchdog notices; send one every half of it.
    package let watchdogInterval: Duration?
    private let notifyAddress: UnixAddress?

    /// Reads the variables and checks every socket.
    ///
    /// - Parameters:
    ///   - storedNames: the names of descriptors that are stored files and never sockets.
    ///   - firstDescriptor: 3 by the protocol, anything else in tests.
    ///
    /// *Throws*: `invalidVariable`; `wrongDescriptor` for one of another name that is not a Unix stream socket; `pathTooLong`.
    package init(
        environment: [String: String], processID: Int32, storedNames: Set<String> = [], firstDescriptor: Int32 = 3
    ) throws(LoopError) {
        let passed = try Self.passed(environment, processID, firstDescriptor)
        storedFiles = passed.filter { storedNames.contains($0.name) }
        for file in storedFiles {
            // ignored: what is no descriptor at all is refused by what takes it.
            try? UnixSocket.setCloseOnExec(file.descriptor, to: "take over descriptor \(file.descriptor)")
        }
        sockets = try passed.filter { !storedNames.contains($0.name) }.map { file throws(LoopError) in
            guard let isListening = UnixSocket.isListening(file.descriptor) else {
                throw .wrongDescriptor(descriptor: file.descriptor, expected: "a Unix stream socket")
            }
            try UnixSocket.setCloseOnExec(file.descriptor, to: "take over descriptor \(file.descriptor)")
            return Socket(name: file.name, descriptor: file.descriptor, isListening: isListening)
        }
        watchdogInterval = try Self.watchdog(environment, processID)
        notifyAddress = try Self.notifyAddress(environment)
    }

    /// True if `notify` has a receiver.
    package var isListening: Bool { notifyAddress != nil }

    private static func number<Number: FixedWidthInteger>(
        _ name: String, _ environment: [String: String], in range: ClosedRange<Number>
    ) throws(LoopError) -> Number? {
        guard let value = environment[name] else { return nil }
        // Number(_:) would also take a sign.
        guard value.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
            let number = Number(value), range.contains(number)
        else {
            throw .invalidVariable(
                name: name, value: value, reason: "not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func passed(
        _ environment: [String: String], _ processID: Int32, _ first: Int32
    ) throws(LoopError) -> [StoredFile] {
        guard try number("LISTEN_PID", environment, in: 1...Int32.max) == processID,
            let count = try number("LISTEN_FDS", environment, in: 0...socketLimit), count > 0
        else { return [] }
        let names = environment["LISTEN_FDNAMES"].map {
            $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
        if let names, names.count != Int(count) {
            throw .invalidVariable(
                name: "LISTEN_FDNAMES", value: environment["LISTEN_FDNAMES"] ?? "",
                reason: "\(names.count) names for \(count) descriptors")
        }
        return (0..<count).map { StoredFile(name: names?[Int($0)] ?? "unknown", descriptor: first + $0) }
    }

    private static func watchdog(_ environment: [String: String], _ processID: Int32) throws(LoopError) -> Duration? {
        let microseconds = try number("WATCHDOG_USEC", environment, in: 1...Int64.max / 2)
        let addressee = try number("WATCHDOG_PID", environment, in: 1...Int32.max)
        guard let microseconds, addressee == nil || addressee == processID else { return nil }
        return .microseconds(microseconds)
    }

    private static func notifyAddress(_ environment: [String: String]) throws(LoopError) -> UnixAddress? {
        guard let value = environment["NOTIFY_SOCKET"], !value.isEmpty else { return nil }
        guard value.hasPrefix("/") || (value.hasPrefix("@") && value.utf8.count > 1) else {
            throw .invalidVariable(name: "NOTIFY_SOCKET", value: value, reason: "neither a path nor an abstract name")
        }
        return try UnixAddress(path: value, allowsAbstract: true)
    }
}

// MARK: - Notifying it

extension ServiceManager {
    /// The states that the service manager accepts.
    package enum State: Equatable, Sendable {
        case ready
        /// *Units*: microseconds on the monotonic clock when the reload began.
        case reloading(monotonicUsec: UInt64)
        case stopping
        /// One line of text for people.
        case status(String)
        case watchdog
        /// A start, a reload or an end that may take so long from now on, beyond what the unit says.
        case extendTimeout(Duration)
        /// The files that are kept under a name are not needed any more.
        case forget(String)

        /// *Shape*: `NAME=value` lines without the last line end.
        package var text: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let microseconds): "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
            case .stopping: "STOPPING=1"
            // A line end in the text would begin a variable that the text's author chooses.
            case .status(let text): "STATUS=" + String(String.UnicodeScalarView(text.unicodeScalars.map(Self.plain)))
            case .watchdog: "WATCHDOG=1"
            case .extendTimeout(let time): "EXTEND_TIMEOUT_USEC=\(time.wholeMilliseconds * 1000)"
            case .forget(let name): "FDSTOREREMOVE=1\nFDNAME=\(name)"
            }
        }

        private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
            scalar.properties.generalCategory == .control ? " " : scalar
        }
    }

    /// Sends one datagram; does nothing if there is no NOTIFY_SOCKET.
    ///
    /// *Limits*: waits at most a quarter of a second for a service manager that is slow to read.
    /// *Throws*: `failed` with the system's reason.
    package func notify(_ states: State...) throws(LoopError) {
        guard let notifyAddress, !states.isEmpty else { return }
        let task = "notify the service manager"
        let socket = try Self.socket(patience: .milliseconds(250), to: task)
        let number = socket.number
        let message = Array((states.map(\.text).joined(separator: "\n") + "\n").utf8)
        try systemCall("sendto", to: task) {
            notifyAddress.use { address, length in
                let sent = unsafe sendto(number, message, message.count, Int32(MSG_NOSIGNAL), address, length)
                return sent == message.count ? 0 : -1
            }
        }
    }

    /// Has a file kept for the next run, under a name; false if there is no NOTIFY_SOCKET.
    ///
    /// The service manager does not say whether it keeps the file: a unit without FileDescriptorStoreMax= keeps none, and none
    /// is kept once the unit is stopped for good.
    ///
    /// *Limits*: waits at most two seconds, since what is not kept is lost.
    /// *Throws*: `failed` with the system's reason.
    package func store(_ file: borrowing OwnedDescriptor, as name: String) throws(LoopError) -> Bool {
        guard let notifyAddress else { return false }
        let task = "have \(name) kept by the service manager"
        let socket = try Self.socket(patience: .seconds(2), to: task)
        let (number, descriptor) = (socket.number, file.number)
        let message = Array("FDSTORE=1\nFDNAME=\(name)\n".utf8)
        let sent = notifyAddress.use { address, length in
            unsafe deeplink_send_with_descriptor(number, address, length, message, message.count, descriptor)
        }
        try checked("sendmsg", to: task, sent)
        return true
    }

    private static func socket(patience: Duration, to task: String) throws(LoopError) -> OwnedDescriptor {
        let socket = try UnixSocket.make(SOCK_DGRAM, to: task)
        UnixSocket.setSendTimeout(patience, on: socket.number)
        return socket
    }
}
