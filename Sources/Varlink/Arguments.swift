internal import Contract

/// The parameters of one call, as far as they were read.
///
/// *Shape*: the first thing wrong with them in the order of the message is what the caller is told; what is missing
/// counts last.
struct Arguments {
    /// The text that the method cannot do without.
    private var main: String?
    private var subject: String?
    private var idempotencyKey: String?
    private var status: String?
    private var after: String?
    private var on: Bool?
    private var ttlMs: Int64?
    private var timings = false
    private var candidates = false

    private var fault: VarlinkError?
    /// One bit for each of `Parameter.allCases`.
    private var seen: UInt64 = 0
    private var unknownNames = NameSet()

    /// Reads the object that comes next.
    ///
    /// *Throws*: `json`, a duplicate name among them.
    mutating func read(
        for method: Method, _ reader: inout JSONReader, _ bytes: Span<UInt8>
    ) throws(FramingError) {
        try reader.enter(UInt8(ascii: "{"), bytes)
        var isFirst = true
        while let name = try reader.name(isFirst: isFirst, bytes) {
            isFirst = false
            if unknownNames.count > Limits.unknownNames {
                // The call is refused, whatever its other parameters are.
                try reader.skip(bytes)
            } else if let index = Self.index(of: name, method, bytes) {
                guard seen & (1 << index) == 0 else { throw Self.duplicate(name, bytes) }
                seen |= 1 << index
                try readValue(of: Self.parameters[index], &reader, bytes)
            } else {
                let unknown = name.text(in: bytes)
                guard unknownNames.insert(unknown) else { throw Self.duplicate(name, bytes) }
                try reader.skip(bytes)
                note(.invalidParameter(parameter: unknown))
            }
        }
    }

    /// The request that the parameters make of a method, or why they make none.
    func content(for method: Method) -> Call.Content {
        if let fault { return .refused(fault) }
        if let request = request(for: method) { return .request(request) }
        return .refused(.invalidParameter(parameter: method.required?.rawValue ?? ""))
    }

    /// nil where the parameter is missing that the method requires.
    private func request(for method: Method) -> Request? {
        switch method {
        case .open:
            main.map { .open(url: $0, timings: timings, subject: subject, idempotencyKey: idempotencyKey) }
        case .verify: main.map { .verify(url: $0, subject: subject) }
        case .perform: main.map { .perform(binding: $0) }
        case .explain: main.map { .explain(url: $0, candidates: candidates, subject: subject) }
        case .list: .list(subject: subject, after: after)
        case .describe: main.map { .describe(feature: $0, subject: subject) }
        case .watch: .watch(subject: subject)
        case .setToggle: main.map { .setToggle(feature: $0, on: on, subject: subject) }
        case .setRuntime: main.map { .setRuntime(feature: $0, on: on) }
        case .status: .status
        case .reload: .reload
        case .override: main.map { .override(fact: $0, status: status, ttlMs: ttlMs) }
        case .backup: main.map { .backup(path: $0) }
        case .getInfo: .getInfo
        case .getInterfaceDescription: main.map { .getInterfaceDescription(interface: $0) }
        }
    }

    private static let parameters = Parameter.allCases

    private static func index(of name: JSONString, _ method: Method, _ bytes: Span<UInt8>) -> Int? {
        parameters.firstIndex { method.takes($0) && name.equals($0.rawValue, in: bytes) }
    }

    private static func duplicate(_ name: JSONString, _ bytes: Span<UInt8>) -> FramingError {
        .json(.duplicateName(name.text(in: bytes)), offset: name.range.lowerBound)
    }

    private mutating func note(_ error: VarlinkError) {
        if fault == nil { fault = error }
    }

    private mutating func set(_ parameter: Parameter, to text: String) {
        switch parameter {
        case .subject: subject = text
        case .idempotencyKey: idempotencyKey = text
        case .status: status = text
        case .after: after = text
        case .url, .binding, .feature, .interface, .fact, .path: main = text
        case .timings, .candidates, .on, .ttlMs: break
        }
    }

    private mutating func set(_ parameter: Parameter, to flag: Bool) {
        switch parameter {
        case .timings: timings = flag
        case .candidates: candidates = flag
        case .on: on = flag
        case .url, .binding, .feature, .interface, .subject, .idempotencyKey, .fact, .status, .ttlMs, .path,
            .after:
            break
        }
    }

    private mutating func readValue(
        of parameter: Parameter, _ reader: inout JSONReader, _ bytes: Span<UInt8>
    ) throws(FramingError) {
        // A call that is refused already needs no more values.
        guard fault == nil else { return try reader.skip(bytes) }
        switch (try reader.peek(bytes), parameter.kind) {
        case (UInt8(ascii: "\""), .text):
            set(parameter, to: try reader.string(bytes).text(in: bytes))
        case (UInt8(ascii: "t"), .flag):
            try reader.literal(.true, bytes)
            set(parameter, to: true)
        case (UInt8(ascii: "f"), .flag):
            try reader.literal(.false, bytes)
            set(parameter, to: false)
        case (UInt8(ascii: "n"), _):
            // Null is absent; a required text that is null is as good as missing, and reported as that.
            try reader.literal(.null, bytes)
        case (UInt8(ascii: "-"), .integer), (UInt8(ascii: "0")...UInt8(ascii: "9"), .integer):
            ttlMs = try ValueDecoder.value(&reader, bytes).int
            if ttlMs == nil { note(.invalidParameter(parameter: parameter.rawValue)) }
        default:
            try reader.skip(bytes)
            note(.invalidParameter(parameter: parameter.rawValue))
        }
    }
}
