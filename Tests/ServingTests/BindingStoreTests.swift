import Contract
import Features
import Routing
import Testing

@testable import Serving

@Suite struct BindingStoreTests {
    private let owner = 1
    private let other = 2

    @Test func `a binding is taken once, by the connection that got it`() throws {
        var store = BindingStore()
        let name = try keep(in: &store, owner, nowNs: 0)
        #expect(failure(of: name, in: &store, by: other, nowNs: 1) == .foreign)
        #expect(failure(of: name, in: &store, by: owner, nowNs: 1) == nil)
        #expect(failure(of: name, in: &store, by: owner, nowNs: 1) == .unknown)
        #expect(failure(of: name, in: &store, by: other, nowNs: 1) == .unknown)
    }

    @Test(arguments: [
        (Int64(29_999_999_999), nil), (Int64(30_000_000_000), BindingError.expired), (Int64.max, .expired),
    ])
    func `a binding can be performed for thirty seconds`(nowNs: Int64, error: BindingError?) throws {
        var store = BindingStore()
        let name = try keep(in: &store, owner, nowNs: 0)
        #expect(failure(of: name, in: &store, by: owner, nowNs: nowNs) == error)
        #expect(failure(of: name, in: &store, by: owner, nowNs: nowNs) == .unknown, "the attempt used it up")
    }

    @Test func `one binding too many makes the connection's own oldest forgotten, and no other`() throws {
        var store = BindingStore()
        let foreign = try keep(in: &store, other, nowNs: 0)
        let names = try (0...Limits.bindingsPerConnection).map { try keep(in: &store, owner, nowNs: Int64($0)) }
        #expect(failure(of: names[0], in: &store, by: owner, nowNs: 99) == .unknown)
        for name in names.dropFirst() { #expect(failure(of: name, in: &store, by: owner, nowNs: 99) == nil) }
        #expect(failure(of: foreign, in: &store, by: other, nowNs: 99) == nil)
    }

    @Test func `a binding that was taken makes room`() throws {
        var store = BindingStore()
        let names = try (0..<Limits.bindingsPerConnection).map { try keep(in: &store, owner, nowNs: Int64($0)) }
        #expect(failure(of: names[5], in: &store, by: owner, nowNs: 99) == nil)
        _ = try keep(in: &store, owner, nowNs: 99)
        #expect(failure(of: names[0], in: &store, by: owner, nowNs: 99) == nil)
    }

    @Test func `bindings are forgotten with their connection`() throws {
        var store = BindingStore()
        let name = try keep(in: &store, owner, nowNs: 0)
        let foreign = try keep(in: &store, other, nowNs: 0)
        store.forget(owner)
        store.forget(owner)
        #expect(failure(of: name, in: &store, by: owner, nowNs: 1) == .unknown)
        #expect(failure(of: foreign, in: &store, by: other, nowNs: 1) == nil)
    }

    @Test func `past a user's bytes its oldest bindings are forgotten, of whatever connection, and no other user's`()
        throws
    {
        var store = BindingStore()
        let url = "t://say?q=" + String(repeating: "a", count: 8000)
        let foreign = try keep(in: &store, other, user: 2, url: url, nowNs: 0)
        var names: [String] = []
        for number in 0..<1000 {
            names.append(try keep(in: &store, 100 + number / 8, url: url, nowNs: Int64(number)))
        }
        #expect((200..<400).contains(store.count), "a binding counts for three times its URL")
        #expect(failure(of: names[999], in: &store, by: 100 + 999 / 8, nowNs: 1000) == nil)
        #expect(failure(of: names[0], in: &store, by: 100, nowNs: 1000) == .unknown)
        #expect(failure(of: foreign, in: &store, by: other, nowNs: 1000) == nil)
        // What is forgotten or taken makes room.
        for connection in 100..<225 { store.forget(connection) }
        #expect(store.count == 0)
        for number in 0..<300 { _ = try keep(in: &store, 100 + number / 8, url: url, nowNs: 0) }
        #expect(store.count == 300)
    }

    @Test func `what a connection held too long is forgotten when it gets another binding`() throws {
        var store = BindingStore()
        for nowNs in [Int64(0), 10_000_000_000, 29_000_000_000] { _ = try keep(in: &store, owner, nowNs: nowNs) }
        _ = try keep(in: &store, other, nowNs: 0)
        #expect(store.count == 4)
        _ = try keep(in: &store, owner, nowNs: 41_000_000_000)
        #expect(store.count == 3, "two of its own are gone, and none of the other connection's")
    }

    @Test func `a name is 128 bits in lower-case hexadecimal, never the same twice`() throws {
        var store = BindingStore()
        let names = try (0..<1000).map { _ in try keep(in: &store, owner, nowNs: 0) }
        #expect(Set(names).count == 1000)
        #expect(names.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy { "0123456789abcdef".contains($0) } })
    }

    @Test(arguments: ["", "0", String(repeating: "g", count: 32), String(repeating: "0", count: 33)])
    func `a text that is no name is the name of no binding`(text: String) throws {
        var store = BindingStore()
        let name = try keep(in: &store, owner, nowNs: 0)
        for text in [text, name.uppercased() + "", name.dropLast() + " "] where text != name {
            #expect(failure(of: text, in: &store, by: owner, nowNs: 1) == .unknown)
        }
        #expect(failure(of: name, in: &store, by: owner, nowNs: 1) == nil)
    }

    @Test func `the proof is taken out of a binding once`() throws {
        var store = BindingStore()
        let name = try keep(in: &store, owner, nowNs: 0)
        let held = try store.take(name.utf8.span, by: owner, nowNs: 1)
        #expect(held.subject == .uid(1000))
        let snapshot = Snapshot(ruleset: try SampleTable.load(), cache: VerificationCache(store: FactStore()))
        func isTaken() -> Bool { (try? held.take(in: snapshot)) != nil }
        let (first, second) = (isTaken(), isTaken())
        #expect(first && !second)
    }

    // MARK: Helpers

    private func keep(
        in store: inout BindingStore, _ owner: Int, user: UInt32 = 1000, url: String = "t://say", nowNs: Int64
    ) throws -> String {
        let ruleset = try SampleTable.load()
        switch ruleset.pass(Target(url: url), facts: Facts(), caller: Caller(uid: 1000)) {
        case .cleared(let link):
            let name = try BindingName.random()
            store.keep(link, as: name, connection: owner, user: user, nowNs: nowNs)
            return name.text
        case .stopped(let stop): throw SampleTable.Failure(text: "\(stop.outcome)")
        }
    }

    private func failure(of name: String, in store: inout BindingStore, by owner: Int, nowNs: Int64) -> BindingError? {
        do throws(BindingError) {
            _ = try store.take(name.utf8.span, by: owner, nowNs: nowNs)
            return nil
        } catch {
            return error
        }
    }
}
