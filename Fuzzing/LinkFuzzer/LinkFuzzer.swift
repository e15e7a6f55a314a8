import CLibFuzzer
import Invariants

/// Hands every text that libFuzzer makes up to the invariants; a broken one ends the run and the text is kept.
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
