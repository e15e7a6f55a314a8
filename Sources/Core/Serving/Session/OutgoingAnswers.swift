import EventLoop
import Varlink

/// The answers of one turn of a connection, until its stream has them.
///
/// The buffer is taken out to be written to: so no access of it goes on while another begins, and none is checked for it.
///
/// *Owner/thread*: the connection's.
final class OutgoingAnswers {
    private var writer = JSONWriter()

    /// *Units*: bytes.
    var count: Int { writer.count }

    /// Has one answer written behind the others; while it is, no other can be.
    func write<Result: ~Copyable>(_ answer: (inout JSONWriter) -> Result) -> Result {
        var taken = take()
        let result = answer(&taken)
        put(taken)
        return result
    }

    /// Gives the stream all of them, if there are any.
    func send(to stream: UnixStream) {
        guard writer.count > 0 else { return }
        var taken = take()
        taken.read { stream.writeAtOnce($0) }
        taken.clear()
        put(taken)
    }

    private func take() -> JSONWriter {
        let taken = writer
        writer = JSONWriter()
        return taken
    }

    private func put(_ taken: consuming JSONWriter) {
        precondition(writer.count == 0, "one answer is written at a time")
        writer = taken
    }
}
