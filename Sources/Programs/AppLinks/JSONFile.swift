internal import Varlink

/// A JSON file of another program.
enum JSONFile {
    /// Reads a whole file.
    ///
    /// *Throws*: with the position of the byte that is wrong. A name that an object has twice is allowed, as in JSON.
    static func value(_ bytes: [UInt8]) throws(AppLinkError) -> Value {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        do throws(FramingError) {
            return try ValueDecoder.decode(text.span, allowsDuplicates: true)
        } catch {
            guard case .json(let fault, let offset) = error else { throw AppLinkError(error.clause) }
            throw AppLinkError(
                "it is not JSON: \(fault.clause)", at: .init(offset, in: text), help: help(text))
        }
    }

    private static func help(_ bytes: [UInt8]) -> String? {
        // A container of CMS, which the first association files were signed with.
        if bytes.first == 0x30, bytes.dropFirst().first ?? 0 >= 0x80 {
            return "the file is signed; print what it holds: openssl smime -verify -noverify -inform DER -in FILE"
        }
        if bytes.first == UInt8(ascii: "<") {
            return "it looks like a page of a web site: save what the address answers"
        }
        return nil
    }
}
