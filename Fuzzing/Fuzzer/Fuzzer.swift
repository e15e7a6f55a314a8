import CLibFuzzer
import Invariants

/// Checks the invariants on every text from libFuzzer; a violation ends the run, and libFuzzer keeps the text.
///
/// The first argument is the kind of text, as `links`. The others are libFuzzer's.
@main
enum Fuzzer {
    private static let kind = UntrustedText(rawValue: CommandLine.arguments.dropFirst().first ?? "")

    static func main() {
        guard kind != nil else { fatalError("the first argument is a kind of text: \(UntrustedText.allCases)") }
        // libFuzzer takes its own name and options; the name is read once, so the kind's place can have it.
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv + 1
        unsafe arguments?[0] = CommandLine.unsafeArgv[0]
        var count = CommandLine.argc - 1
        _ = unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
            let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
            if case .broken(let rule)? = Fuzzer.kind?.check(bytes) { fatalError(rule) }
            return 0
        }
    }
}
