import Varlink

extension FramingError {
    /// What kind of breach it was, without any of the client's bytes.
    var kind: String {
        switch self {
        case .messageTooLong(let limit, _): "message over \(limit) bytes"
        case .json(.duplicateName, _): "a name twice in an object"
        case .json(.tooDeep, _): "nested too deeply"
        case .json: "no JSON"
        case .header: "no call"
        case .field: "no reply"
        }
    }
}
