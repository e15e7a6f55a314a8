internal import CLibUV

/// Bytes that `uv_write` is sending, with the request's memory.
///
/// *Owner/thread*: libuv's `data` field holds it from a successful start until the callback; the request holds the
/// stream.
@safe final class WriteRequest {
    private let request: UnsafeMutablePointer<uv_write_t>
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let stream: UnixStream

    init(_ bytes: [UInt8], stream: UnixStream) {
        unsafe request = .allocate(capacity: 1)
        unsafe self.bytes = .allocate(capacity: bytes.count)
        unsafe _ = self.bytes.initialize(from: bytes)
        self.stream = stream
    }

    deinit {
        unsafe request.deallocate()
        unsafe bytes.deallocate()
    }

    /// Starts the request; if libuv refuses it, it is released at once, because no callback follows.
    func start(on handle: UnsafeMutablePointer<uv_stream_t>) -> Int32 {
        let retained = unsafe Unmanaged.passRetained(self)
        unsafe request.pointee.data = retained.toOpaque()
        return unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
            var buffer = unsafe uv_buf_init(bytes.baseAddress, UInt32(clamping: bytes.count))
            let answer = unsafe uv_write(request, handle, &buffer, 1) { request, status in
                guard let data = unsafe request?.pointee.data else { return }
                unsafe Unmanaged<WriteRequest>.fromOpaque(data).takeRetainedValue().stream.requestDidEnd(status)
            }
            if answer < 0 { unsafe retained.release() }
            return answer
        }
    }
}
