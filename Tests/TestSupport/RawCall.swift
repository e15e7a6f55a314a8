import Glibc

/// System calls without a function in Glibc's module, or whose function would act on all threads.
package enum RawCall {
    package typealias Function = @convention(c) (Int, Int, Int, Int) -> Int

    package static let pidfdOpen = 434

    /// `syscall`, which is variadic in C; all its arguments are words, and passed like any others.
    package static let function: Function? = unsafe dlsym(nil, "syscall").map {
        unsafe unsafeBitCast($0, to: Function.self)
    }

    #if arch(x86_64)
        package static let setresuid = 117
        package static let setresgid = 119
        package static let setgroups = 116
    #else
        package static let setresuid = 147
        package static let setresgid = 149
        package static let setgroups = 159
    #endif
}
