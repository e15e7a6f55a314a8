package import HostSystem

/// The standard streams of a program that another process starts, which gets their other ends as descriptors.
///
/// *Owner/thread*: the loop's thread. The owner calls `closeOtherEnds()` once they were passed on, and closes the streams.
package final class PassedStreams {
    /// Descriptors that are open until `closeOtherEnds()`; nil for /dev/null.
    package struct OtherEnds {
        package let input, output, errors: Int32?
    }

    /// What the program writes; nil where it is not read.
    package let output: UnixStream?
    package let errors: UnixStream?
    /// The ends of the program.
    package let otherEnds: OtherEnds
    private var input: InputFile?
    private var outputEnd: OwnedDescriptor?
    private var errorsEnd: OwnedDescriptor?

    /// Makes them.
    ///
    /// - Parameters:
    ///   - input: what the program reads; nil for /dev/null.
    ///   - isRead: true if its output is read.
    ///
    /// *Throws*: `failed` with the system's reason.
    package init(loop: Loop, input bytes: [UInt8]?, isRead: Bool) throws(LoopError) {
        let task = "start a program"
        let file = try InputFile(bytes, to: task)
        let inputNumber = file.number < 0 ? nil : file.number
        input = .some(file)
        guard isRead else {
            output = nil
            errors = nil
            otherEnds = OtherEnds(input: inputNumber, output: nil, errors: nil)
            return
        }
        let outputPipe = try ProgramPipe(to: task)
        let errorsPipe = try ProgramPipe(to: task)
        otherEnds = OtherEnds(
            input: inputNumber, output: outputPipe.writing.number, errors: errorsPipe.writing.number)
        let first = try UnixStream(loop: loop, descriptor: outputPipe.reading, peer: nil)
        output = first
        do throws(LoopError) {
            errors = try UnixStream(loop: loop, descriptor: errorsPipe.reading, peer: nil)
        } catch {
            first.close()
            throw error
        }
        outputEnd = .some(outputPipe.writing)
        errorsEnd = .some(errorsPipe.writing)
    }

    /// Closes the ends of the program, which has its own by now.
    package func closeOtherEnds() {
        input = nil
        outputEnd = nil
        errorsEnd = nil
    }

    /// Closes all.
    package func close() {
        closeOtherEnds()
        output?.close()
        errors?.close()
    }
}
