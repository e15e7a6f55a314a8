import DeepLinkFeatures
import NIOCore
import NIOHTTP1
import NIOPosix

// A server that opens links for many users, with the dispatcher inside:
//
//     Server [PORT]          serves http://127.0.0.1:PORT/open/USER/URL, with port 8080 unless given
//     Server --measure [N]   prints what N users cost, 10,000 unless given
//     Server --trace URL     opens a link and prints the spans that a tracer gets
//
//     curl http://127.0.0.1:8080/open/4/podcast://episodes/7

@main
struct Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let declarations = try FeatureDeclarations(Podcasts.self, answering: .scheme("podcast"))
        // Every second user has bought it.
        let shop = Shop(buyers: Set((0..<100_000).filter { $0.isMultiple(of: 2) }))
        if arguments.first == "--measure" {
            return try measure(declarations, shop, users: arguments.dropFirst().first.flatMap { UInt32($0) } ?? 10_000)
        }
        if arguments.first == "--trace" {
            return try trace(arguments.dropFirst().first ?? "", Dispatcher(declarations, for: .uid(4), purchases: shop))
        }
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        // Each box is opened on its own thread alone.
        let boxes = Dictionary(
            uniqueKeysWithValues: threads.makeIterator().map { thread in
                (
                    ObjectIdentifier(thread),
                    NIOLoopBoundBox.makeEmptyBox(valueType: UsersOfThread.self, eventLoop: thread)
                )
            })
        let server = try ServerBootstrap(group: threads)
            .serverChannelOption(ChannelOptions.backlog, value: 1024)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    guard let box = boxes[ObjectIdentifier(channel.eventLoop)] else { return }
                    let users = box.value ?? UsersOfThread(declarations, shop)
                    box.value = users
                    try channel.pipeline.syncOperations.addHandler(LinkHandler(users))
                }
            }
            .bind(host: "127.0.0.1", port: arguments.first.flatMap { Int($0) } ?? 8080).wait()
        print("serving on \(server.localAddress.map { "\($0)" } ?? "?")")
        try server.closeFuture.wait()
    }
}
