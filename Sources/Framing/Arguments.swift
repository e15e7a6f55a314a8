internal import Contract

/// The parameters of one call, as far as they were read.
///
/// *Shape*: the first thing wrong with them in the order of the message is what the caller is told; what is missing
/// counts last.
struct Arguments {
    private var url: String?
    private var binding: String?
    private var feature: String?
    private var interface: String?
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
            if let index = Self.index(of: name, method, bytes) {
                guard seen & (1 << index) == 0 else { throw Self.duplicate(name, bytes) }
                seen |= 1 << index
                try readValue(of: Self.parameters[index], &reader, bytes)
            } else {
                let unknown = name.text(in: bytes)
                guard unknownNames.insert(unknown) else { throw Self.duplicate(name, bytes) }
                _ = try ValueDecoder.value(&reader, bytes)
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
        case .open: url.map { .open(url: $0, timings: timings) }
        case .verify: url.map { .verify(url: $0) }
        case .perform: binding.map { .perform(binding: $0) }
        case .explain: url.map { .explain(url: $0, candidates: candidates) }
        case .list: .list
        case .describe: feature.map { .describe(feature: $0) }
        case .status: .status
        case .reload: .reload
        case .getInfo: .getInfo
        case .getInterfaceDescription: interface.map { .getInterfaceDescription(interface: $0) }
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
        case .url: url = text
        case .binding: binding = text
        case .feature: feature = text
        case .interface: interface = text
        case .timings, .candidates: break
        }
    }

    private mutating func raise(_ parameter: Parameter) {
        switch parameter {
        case .timings: timings = true
        case .candidates: candidates = true
        case .url, .binding, .feature, .interface: break
        }
    }

    private mutating func readValue(
        of parameter: Parameter, _ reader: inout JSONReader, _ bytes: Span<UInt8>
    ) throws(FramingError) {
        switch (try reader.peek(bytes), parameter.isFlag) {
        case (UInt8(ascii: "\""), false):
            set(parameter, to: try reader.string(bytes).text(in: bytes))
        case (UInt8(ascii: "t"), true):
            try reader.literal(.true, bytes)
            raise(parameter)
        case (UInt8(ascii: "f"), true):
            try reader.literal(.false, bytes)
        case (UInt8(ascii: "n"), _):
            // For `?bool` null is absent; a required text that is null is as good as missing, and reported as that.
            try reader.literal(.null, bytes)
        default:
            _ = try ValueDecoder.value(&reader, bytes)
            note(.invalidParameter(parameter: parameter.rawValue))
        }
    }
}
