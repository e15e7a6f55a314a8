// A program that may be started: everything on the way to it is trusted, and the checked file is the started file.
//
//     /usr/bin/printf     an ELF file: opened, checked, and the open descriptor is started (execveat)
//     /srv/app/hook.sh    begins with `#!/usr/bin/python3 -I`: started by its path after a walk to it and to python3
//     /srv/app/steps      neither: /bin/sh runs it if the kernel knows no format for it, and is walked to as well
//
// An ELF file is started by the descriptor that was checked. Later changes of the path do not matter: that file runs.
// The descriptor is close-on-exec, so the program does not inherit it. One effect is visible: before Linux 6.14 `ps -o comm`
// prints the descriptor's number; the arguments are the table's.
//
// A script cannot be started that way: its interpreter would open /dev/fd/N, and the descriptor is closed by then. The walk keeps other users from replacing a script between the check and the start: they can change nothing on
// the way. For `#!/usr/bin/env python3` only /usr/bin/env is checked, not the python3 that env then looks for.
//
// An ELF file of another architecture is started by its path: the emulator that binfmt_misc runs opens it by name. The
// same holds for every program if /proc is not mounted.
//
// A program that is executable but not readable (mode 0711) is refused. The kernel reads a `#!` line all the same, so
// such a script would have an unchecked interpreter. Unreadable ELF files are refused too: only the bytes distinguish
// the two.

internal import Glibc

/// A program that was just checked and can be started as long as this value exists.
package struct ProgramFile: ~Copyable {
    private enum Format {
        /// The kernel loads it itself.
        case native
        /// This program runs it.
        case script(interpreter: String)
        /// It has neither a `#!` line nor an ELF head.
        case text
        /// An ELF file of another machine; the kernel may have an emulator for it.
        case foreign
    }

    /// The kernel's buffer for a `#!` line.
    ///
    /// *Units*: bytes. *Source*: BINPRM_BUF_SIZE of Linux 5.1 and later.
    private static let headByteCount = 256
    /// How many interpreters in a row the kernel follows before it returns ELOOP.
    private static let interpreterLimit = 5
    private static let defaultShell = "/bin/sh"

    /// The path to pass to execve if `number` is nil; it names the same file otherwise.
    package let path: String
    /// Runs the file if the kernel knows no format for it, like execvp; nil for a file with a `#!` line or an ELF head.
    package let shell: String?
    /// The descriptor to pass to execveat; nil for a program that is started by its path.
    package let number: Int32?
    private let descriptor: OwnedDescriptor?

    /// Checks a program and its interpreter, and opens it.
    ///
    /// *Throws*: `untrusted` with the component at fault, on the path of the program or its interpreter;
    /// `unreadableProgram`; `failed` with the system's reason, EACCES for anything but a regular file.
    package init(_ program: String, trusting rule: TrustRule = .ofThisProcess) throws(LoopError) {
        let task = "start \(program)"
        let file = try Self.open(program, task, rule)
        let format = try Self.format(of: file, task)
        shell = try Self.needsShell(format, task, rule) ? Self.defaultShell : nil
        if case .native = format {
            let number = file.descriptor.number
            path = "/proc/self/fd/\(number)"
            self.number = number
            descriptor = .some(file.descriptor)
        } else {
            path = program
            number = nil
            descriptor = nil
        }
    }

    /// Checks the interpreters that run a file; returns true if the shell is the last of them.
    private static func needsShell(_ first: Format, _ start: String, _ rule: TrustRule) throws(LoopError) -> Bool {
        var format = first
        for _ in 0...interpreterLimit {
            let interpreter: String
            switch format {
            case .native, .foreign: return false
            case .script(let named): interpreter = named
            case .text:
                _ = try open(defaultShell, "\(start) with its interpreter \(defaultShell)", rule)
                return true
            }
            let task = "\(start) with its interpreter \(interpreter)"
            guard interpreter.utf8.first == UInt8(ascii: "/") else {
                throw .failed(task: task + ", which is not an absolute path", call: "execve", code: SystemCode(ENOENT))
            }
            format = try self.format(of: open(interpreter, task, rule), task)
        }
        throw .failed(task: start + ": too many interpreters", call: "execve", code: SystemCode(ELOOP))
    }

    private static func open(_ program: String, _ task: String, _ rule: TrustRule) throws(LoopError) -> OpenFile {
        do throws(LoopError) {
            return try OpenFile(program, to: task, trusting: rule, isProgram: true)
        } catch .notAFile {
            // The errno that the kernel returns for a folder or a device.
            throw .failed(task: task, call: "execve", code: SystemCode(EACCES))
        }
    }

    // MARK: Formats

    /// The first bytes of an ELF file of this machine; nil if /proc is not mounted.
    ///
    /// ignored: then programs are started by their paths.
    private static let nativeHead = try? FileReader.prefix("/proc/self/exe", byteCount: 20)

    private static func format(of file: borrowing OpenFile, _ task: String) throws(LoopError) -> Format {
        let head = try FileReader.readChunk(file.descriptor.number, task, headByteCount)
        guard head.starts(with: [0x7F] + "ELF".utf8) else {
            guard let name = interpreter(in: head) else { return .text }
            // Repaired bytes would name another program.
            guard let interpreter = String(validating: name, as: UTF8.self) else {
                throw .failed(
                    task: "\(task): the name of its interpreter is not UTF-8", call: "execve", code: SystemCode(EILSEQ))
            }
            return .script(interpreter: interpreter)
        }
        guard let nativeHead else { return .foreign }
        // Class and byte order in the first bytes, and the architecture at byte 18.
        let isNative =
            head.prefix(6) == nativeHead.prefix(6) && head.dropFirst(18).prefix(2) == nativeHead.dropFirst(18)
        return isNative ? .native : .foreign
    }

    /// The interpreter that a `#!` line names; nil if the kernel would find none.
    static func interpreter(in head: [UInt8]) -> ArraySlice<UInt8>? {
        guard head.starts(with: "#!".utf8) else { return nil }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let name = head.dropFirst(2).drop(while: isBlank).prefix { !isBlank($0) && $0 != 0x0A && $0 != 0 }
        // The kernel rejects a name that fills its buffer, since it may be cut off.
        guard !name.isEmpty, name.endIndex < headByteCount else { return nil }
        return name
    }
}
