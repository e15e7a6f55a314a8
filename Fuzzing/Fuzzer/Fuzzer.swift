import CLibFuzzer
import Invariants

/// Checks the invariants on every text from libFuzzer; a violation ends the run, and libFuzzer keeps the text.
@main
enum LinkFuzzer {
    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
        _ = unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
            let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
            if case .broken(let rule) = LinkInvariants.check(bytes) { fatalError(rule) }
            return 0
        }
    }
}
