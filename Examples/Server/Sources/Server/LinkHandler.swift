import NIOCore
import NIOHTTP1

/// Answers `GET /open/USER/URL` with what the link of a user does, and `GET /bare/USER/URL` with a text that costs nothing.
final class LinkHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let users: UsersOfThread
    private var head: HTTPRequestHead?

    /// Made on the thread of its connection, with what belongs to that thread.
    init(_ users: UsersOfThread) { self.users = users }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            self.head = nil
            let (status, text) = answer(head.uri)
            send(status, text, to: head, context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) { context.flush() }

    private func answer(_ uri: String) -> (HTTPResponseStatus, String) {
        let parts = uri.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count == 3, let user = UInt32(parts[1]) else { return (.notFound, "GET /open/USER/URL\n") }
        if parts[0] == "bare" { return (.ok, "episode 7\n") }
        do {
            let (isOpened, text) = try users.open(String(parts[2]), for: user)
            return (isOpened ? .ok : .forbidden, text)
        } catch {
            return (.internalServerError, "\(error)\n")
        }
    }

    private func send(
        _ status: HTTPResponseStatus, _ text: String, to head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
        var response = HTTPResponseHead(version: head.version, status: status)
        let body = context.channel.allocator.buffer(string: text)
        response.headers.add(name: "content-type", value: "text/plain; charset=utf-8")
        response.headers.add(name: "content-length", value: String(body.readableBytes))
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        if head.isKeepAlive {
            context.write(wrapOutboundOut(.end(nil)), promise: nil)
        } else {
            let connection = context.channel
            let sent = context.eventLoop.makePromise(of: Void.self)
            sent.futureResult.whenComplete { _ in connection.close(promise: nil) }
            context.write(wrapOutboundOut(.end(nil)), promise: sent)
        }
    }
}
