internal import Glibc

extension HostFacts {
    /// *Shape*: the kernel's name of the processor architecture, `x86_64`; empty if uname fails.
    package static var machine: String {
        var names = utsname()
        guard unsafe uname(&names) == 0 else { return "" }
        return unsafe withUnsafeBytes(of: &names.machine) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
