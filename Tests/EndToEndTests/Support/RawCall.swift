import Glibc

/// System calls without a function in Glibc's module, or whose function would act on all threads.
enum RawCall {
    typealias Function = @convention(c) (Int, Int, Int, Int) -> Int

    static let pidfdOpen = 434

    /// `syscall`, which is variadic in C; all its arguments are words, and passed like any others.
    static let function: Function? = unsafe dlsym(nil, "syscall").map { unsafe unsafeBitCast($0, to: Function.self) }

    #if arch(x86_64)
        static let setresuid = 117
        static let setresgid = 119
        static let setgroups = 116
    #else
        static let setresuid = 147
        static let setresgid = 149
        static let setgroups = 159
    #endif
}
