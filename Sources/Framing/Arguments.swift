internal import Contract

/// The parameters of one call, as far as they were read.
///
/// *Shape*: the first thing wrong with them in the order of the message is what the caller is told; what is missing
/// counts last.
struct Arguments {
    /// The text of the one text parameter that a method has.
    private var text: String?
    private var flag = false
    private var fault: VarlinkError?
    private var seen: UInt8 = 0
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
                let isNew = seen & (1 << UInt8(index)) == 0
                guard isNew else { throw Self.duplicate(name, bytes) }
                seen |= 1 << UInt8(index)
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
        if let required = method.required {
            guard let text else { return .refused(.invalidParameter(parameter: required.rawValue)) }
            return .request(Self.request(method, text, flag))
        }
        return .request(Self.request(method, "", flag))
    }

    private static func request(_ method: Method, _ text: String, _ flag: Bool) -> Request {
        switch method {
        case .open: .open(url: text, timings: flag)
        case .verify: .verify(url: text)
        case .perform: .perform(binding: text)
        case .explain: .explain(url: text, candidates: flag)
        case .list: .list
        case .describe: .describe(feature: text)
        case .status: .status
        case .reload: .reload
        case .getInfo: .getInfo
        case .getInterfaceDescription: .getInterfaceDescription(interface: text)
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

    private mutating func readValue(
        of parameter: Parameter, _ reader: inout JSONReader, _ bytes: Span<UInt8>
    ) throws(FramingError) {
        switch (try reader.peek(bytes), parameter.isFlag) {
        case (UInt8(ascii: "\""), false):
            text = try reader.string(bytes).text(in: bytes)
        case (UInt8(ascii: "t"), true):
            try reader.literal(.true, bytes)
            flag = true
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
