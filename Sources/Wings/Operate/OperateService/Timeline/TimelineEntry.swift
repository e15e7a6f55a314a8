/// One entry of the timeline, read from its bytes.
struct TimelineEntry: Equatable, Sendable {
    var head = TimelineHead()
    /// The outcome's code; empty where the link waits.
    var code = ""
    var id = ""
    /// Empty for an action that was named, and where no route took the link.
    var route = ""
    var feature = ""
    var action = ""
    /// Whose facts counted, as `account:ann`; empty where they were the caller's own.
    var subject = ""
    /// The names of the inputs that the action got, with commas between them.
    var inputs = ""

    init() {}

    /// Reads the record at a place that has one.
    init(in bytes: Span<UInt8>, at start: Int) {
        head = TimelineRecord.head(in: bytes, at: start)
        func text(_ text: TimelineRecord.Text) -> String {
            let range = TimelineRecord.range(of: text, in: bytes, at: start)
            return String(decoding: range.map { bytes[$0] }, as: UTF8.self)
        }
        (code, id) = (text(.code), text(.id))
        (route, feature, action) = (text(.route), text(.feature), text(.action))
        (subject, inputs) = (text(.subject), text(.inputs))
    }

    /// Its record.
    var record: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: TimelineRecord.mostBytes)
        var output = bytes.mutableSpan
        TimelineRecord.write(head, to: &output, at: 0)
        var end = TimelineRecord.headBytes
        for (text, value) in zip(TimelineRecord.Text.allCases, [code, id, route, feature, action, subject, inputs]) {
            TimelineRecord.write(text, value.utf8.span, to: &output, at: 0, &end)
        }
        TimelineRecord.finish(&output, at: 0, end)
        bytes.removeLast(bytes.count - end)
        return bytes
    }
}
