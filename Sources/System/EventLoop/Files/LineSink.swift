/// A place where the lines of a buffer are written without waiting: a descriptor, or the journal.
///
/// *Owner/thread*: one thread.
protocol LineSink: AnyObject {
    /// *Units*: bytes to write at once; longer lines are written alone.
    var chunkBytes: Int { get }
    /// The byte that ends a line.
    var lineEnd: UInt8 { get }
    /// The descriptors that can be without room.
    var descriptors: [Int32] { get }
    /// The descriptor that had no room at the last write.
    var fullDescriptor: Int32 { get }

    /// Writes as many bytes as there is room for.
    func write(_ bytes: UnsafeRawBufferPointer) -> LineOutput.Written

    /// Waits for room; returns true also if the reader is gone, and false at the end of the time.
    func awaitRoom(milliseconds: Int32) -> Bool

    /// Waits until all written bytes have reached the descriptor, or the time is over; no write is possible afterwards.
    func finish(milliseconds: Int32)
}
