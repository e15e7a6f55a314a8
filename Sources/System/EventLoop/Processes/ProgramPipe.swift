internal import CLibUV
internal import HostSystem

/// A pipe from a program.
struct ProgramPipe: ~Copyable {
    let reading: OwnedDescriptor
    let writing: OwnedDescriptor

    /// *Throws*: `failed` with the system's reason.
    init(to task: String) throws(LoopError) {
        var ends: [Int32] = [-1, -1]
        try checked("pipe", to: task, unsafe uv_pipe(&ends, 0, 0))
        reading = OwnedDescriptor(ends[0])
        writing = OwnedDescriptor(ends[1])
    }
}
