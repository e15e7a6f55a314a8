// The time of the gate for a feature with six constraints, one of each kind, two of them an ancestor's.
//
//     swift run -c release VerifyBenchmark [--check]
//
// A hit is a cached answer that is still valid, a miss one that is computed. The limits are ratios to the reference,
// recorded at two to three times the measured values; a hit takes 70 ns, as does the reference. Two limits are
// exact: a hit allocates nothing, and one subject's change costs the others nothing (a hit of another subject stays a hit).

import BenchmarkSupport
import CAllocationCount
import Contract
import Features
import Glibc
import PermissionRules
import PurchaseRules

func permission(_ name: String) -> Constraint {
    guard let permission = Permission(name) else { preconditionFailure("\(name) is no permission") }
    return .permission(permission)
}

/// The feature and its ancestor, and one action of it.
func makeFeatures() -> (catalogue: FeatureCatalogue, binding: ActionBinding) {
    var catalogue = FeatureCatalogue()
    let linux = PlatformRequirement(platform: "linux", bound: PlatformVersion("6.1").map { .minimum($0) } ?? .any)
    let podcasts = catalogue.add(
        Feature(
            path: "Podcasts", name: "Podcasts", parent: nil, description: nil,
            constraints: [.platform(linux), .runtime(byDefault: true)]))
    let smart = catalogue.add(
        Feature(
            path: "Podcasts/SmartPlaylists", name: "SmartPlaylists", parent: podcasts, description: nil,
            constraints: [
                .toggle(byDefault: false),
                .purchase(PurchaseRequirement(mode: .any, products: ["premium", "founder"])),
                permission("location.whenInUse"),
                .caller(CallerRequirement(kind: .group, values: [.init(text: "audio", id: 29)])),
            ]))
    let action = catalogue.add(
        Action(name: "open", feature: smart, inputs: [], performer: .respond(nil), limits: ActionLimits()))
    return (catalogue, catalogue.binding(of: action))
}

/// Made at run time, like a table's revision: a literal would be copied without reference counting.
let revision = String("8f0e5c7b0d6b7f2f".reversed())
let (catalogue, binding) = makeFeatures()
let sharedCatalogue = Shared(catalogue)

/// A store in which `subjects` users, from uid 1 on, meet every constraint.
func makeStore(_ subjects: UInt32) -> FactStore {
    let store = FactStore()
    store.set(platforms: FactKey.present(["linux": "6.1.0-18-amd64"]))
    store.set(.runtime("Podcasts"), to: Fact(.on))
    for uid in 1...subjects {
        store.set(.toggle("Podcasts/SmartPlaylists"), to: Fact(.on), of: .uid(uid))
        store.set(.purchase("premium"), to: Fact(.purchase(Purchase(.active, endsMs: 1 << 50))), of: .uid(uid))
        if let location = Permission("location") {
            store.set(.permission(location), to: Fact(.permission(.authorized)), of: .uid(uid))
        }
    }
    return store
}

/// Verifies once and consumes the proof.
@inline(never) func verify(_ cache: VerificationCache, _ caller: Caller, _ subject: Subject? = nil) -> Bool {
    switch cache.verify(
        binding, inputs: [], in: sharedCatalogue, caller: caller, subject: subject, tableRevision: revision)
    {
    case .verified(let proof):
        keep(proof)
        return true
    case .refused(let refusal):
        keep(refusal)
        return false
    }
}

let group: [UInt32] = [1000, 29]
let ann = Caller(uid: 1, gids: group)
let stranger = Caller(uid: 5000, gids: group)
let one = makeStore(1)
let cache = VerificationCache(store: one)
guard verify(cache, ann), !verify(cache, stranger) else {
    print("the facts of the benchmark do not fit its feature")
    exit(1)
}

var benchmark = Benchmark(arguments: CommandLine.arguments, allocationCount: allocation_count)
benchmark.measure("hit", limit: 2.1, allocations: 0) { keep(verify(cache, ann)) }
benchmark.measure("hit, refused", limit: 2.1, allocations: 0) { keep(verify(cache, stranger)) }

var isOn = true
benchmark.measure("miss: a change, then verify", limit: 45, allocations: 1) {
    isOn.toggle()
    one.set(.toggle("Podcasts"), to: Fact(isOn ? .on : .state(.unknown)), of: ann.subject)
    keep(verify(cache, ann))
}
benchmark.measure("without a cache", limit: 30, allocations: 0) {
    let facts = one.facts
    switch Verifier.verify(binding, inputs: [], in: catalogue, facts: facts, caller: ann, tableRevision: revision) {
    case .verified(let proof): keep(proof)
    case .refused(let refusal): keep(refusal)
    }
}

let count: UInt32 = 1000
let many = makeStore(count)
let manyCache = VerificationCache(store: many)
let callers = (1...count).map { Caller(uid: $0, gids: group) }
let changed = callers[500].subject
benchmark.measure("hit, 1,000 subjects in turn", operations: callers.count, limit: 2.8, allocations: 0) {
    for caller in callers { keep(verify(manyCache, caller)) }
}
benchmark.measure("the same, one changes every 100", operations: callers.count, limit: 3) {
    for index in callers.indices {
        if index % 100 == 99 {
            isOn.toggle()
            many.set(.toggle("Podcasts"), to: Fact(isOn ? .on : .off), of: changed)
        }
        keep(verify(manyCache, callers[index]))
    }
}
benchmark.measure("a change by one of 1,000", limit: 12, allocations: 0) {
    isOn.toggle()
    many.set(.toggle("Podcasts"), to: Fact(isOn ? .on : .off), of: changed)
}
let missesBefore = manyCache.missCount
for caller in callers { keep(verify(manyCache, caller)) }
let misses = manyCache.missCount - missesBefore
print("misses of 1,000 subjects after one has changed: \(misses)")

// Users with equal low bits of their uids are looked up by a hash, as accounts are.
for index in UInt32(1)...100 {
    many.set(.toggle("Podcasts"), to: Fact(.on), of: .uid(index << 16))
    many.set(.toggle("Podcasts"), to: Fact(.on), of: .account("user-\(index)@podcasts.example"))
}
let likes = (1...UInt32(100)).map { Caller(uid: $0 << 16, gids: group) }
let accounts = (1...100).map { Subject.account("user-\($0)@podcasts.example") }
benchmark.measure("hit, uids that end alike", operations: likes.count, limit: 4.5, allocations: 0) {
    for caller in likes { keep(verify(manyCache, caller)) }
}
benchmark.measure("hit, accounts", operations: accounts.count, limit: 5, allocations: 0) {
    for account in accounts { keep(verify(manyCache, ann, account)) }
}
let status = benchmark.finish()
exit(misses > 1 ? 1 : status)
