internal import CLibUV
package import HostSystem
internal import Synchronization

extension Loop {
    /// Runs blocking work on libuv's thread pool, and brings its value back to the loop.
    ///
    /// The job can reach nothing of this thread (it is `@Sendable`), and its value is moved out (`sending`); the value
    /// may be noncopyable. `run()` does not return before `then` was called.
    ///
    /// *Limits*: libuv's pool has four threads, or UV_THREADPOOL_SIZE; further jobs wait in line.
    /// *Throws*: `failed` when libuv refuses the request; neither closure is kept then.
    package func work<Value: ~Copyable>(
        _ job: @escaping @Sendable () -> sending Value, then: @escaping (consuming Value) -> Void
    ) throws(LoopError) {
        let result = PoolResult<Value>()
        let work = PoolWork(
            loop: self, run: { result.value = job() },
            finish: { if let value = result.value.take() { then(value) } })
        try work.start()
    }

    /// Drops a reference on another thread, since it may be the last: to free an object of many parts takes time.
    package func letGo(of object: consuming some AnyObject & Sendable) {
        let held = Mutex(Optional(object))
        // ignored: without the pool it is freed here.
        try? work {
            held.withLock { $0 = nil }
        } then: { _ in
        }
    }
}

/// Holds a job's value between the threads; only one of them touches it at a time.
private final class PoolResult<Value: ~Copyable> {
    var value: Value?
}

/// One request to the thread pool.
///
/// *Owner/thread*: libuv's `data` field holds it from a successful start until `finish` ran. It is created and released
/// on the loop's thread. Only `run` is called on another thread, and libuv's queue lock orders it before `finish`.
@safe private final class PoolWork {
    private let request: UnsafeMutablePointer<uv_work_t>
    private let loop: Loop
    private let run: () -> Void
    private let finish: () -> Void

    init(loop: Loop, run: @escaping () -> Void, finish: @escaping () -> Void) {
        unsafe request = .allocate(capacity: 1)
        self.loop = loop
        self.run = run
        self.finish = finish
    }

    deinit {
        unsafe request.deallocate()
    }

    func start() throws(LoopError) {
        precondition(!loop.isClosed, "a closed loop takes no work")
        let retained = unsafe Unmanaged.passRetained(self)
        unsafe request.pointee.data = retained.toOpaque()
        let answer = unsafe uv_queue_work(
            loop.pointer, request, { unsafe PoolWork.work(of: $0)?.takeUnretainedValue().run() },
            { request, _ in unsafe PoolWork.work(of: request)?.takeRetainedValue().finish() })
        guard answer == 0 else {
            unsafe retained.release()
            throw .failed(task: "start work on another thread", call: "uv_queue_work", code: SystemCode(answer: answer))
        }
    }

    private static func work(of request: UnsafeMutablePointer<uv_work_t>?) -> Unmanaged<PoolWork>? {
        unsafe (request?.pointee.data).map { unsafe Unmanaged.fromOpaque($0) }
    }
}
