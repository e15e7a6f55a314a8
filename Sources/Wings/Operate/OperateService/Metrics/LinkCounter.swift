// Counts links by their route, feature and code, with how long they took. A combination gets a series of its own when its first
// link ends, up to a limit; links of further ones are counted together.
//
// A link costs a hash of its names and one look into a table of fixed size: no text is made and nothing is allocated.

import Contract
import Features
import Serving

/// Counts links.
///
/// *Owner/thread*: the loop's thread.
final class LinkCounter: LinkFollower {
    private var table = LinkSeries()

    init() {}

    /// Counts nothing: a link is counted at its end.
    func linkBegan(_ link: LinkStopwatch, _ outcome: borrowing Outcome, caller: Caller, subject: Subject?) {}

    /// Counts a link.
    func linkEnded(
        _ end: LinkEnd, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>, action: Span<UInt8>,
        inputs: Span<UInt8>, caller: Caller, subject: Subject?, values: () -> [Outcome.Parameter]
    ) {
        table.add(end.code, route, feature, ns: max(0, end.times.endedNs &- end.times.startedNs))
    }

    /// Adds what was counted; those of hidden features share one label.
    ///
    /// - Parameter hidden: the paths of the features that the table hides.
    func add(to list: inout MetricList, hiding hidden: Set<String>) {
        var (told, places): ([([(String, String)], MetricHistogram)], [String: Int]) = ([], [:])
        for series in table.all {
            let names = (String(decoding: series.route, as: UTF8.self), String(decoding: series.feature, as: UTF8.self))
            let isHidden = hidden.contains(names.1)
            let (route, feature) = isHidden ? ("hidden", "hidden") : names
            if isHidden, let place = places[series.code.rawValue] {
                told[place].1.add(series.times)
                continue
            }
            if isHidden { places[series.code.rawValue] = told.count }
            told.append(
                ([("route", route), ("feature", feature), ("code", series.code.rawValue)], series.times))
        }
        list.add(
            .counter, "deeplinkd_links", told.map { ($0, .count($1.count)) },
            "Links with an outcome, by route, feature and code.")
        list.histogram(
            "deeplinkd_link_duration_seconds", told, "How long links took, from the call to the outcome.")
    }
}

/// The links of each route, feature and code.
///
/// *Cost*: a value, so that a link costs one check for exclusive access.
private struct LinkSeries {
    /// The links of one route, feature and code.
    struct Series {
        let route: [UInt8]
        let feature: [UInt8]
        let code: OutcomeCode
        var times = MetricHistogram()
    }

    /// Where a series is found.
    private struct Slot {
        var hash: UInt64 = 0
        var code = OutcomeCode.okPerformed
        /// The number of a series and one; 0 where there is none.
        var number: UInt16 = 0
    }

    private(set) var all: [Series] = []
    /// The series of links that have none of their own, by their code.
    private var others: [OutcomeCode: Int] = [:]
    /// By a hash of route and feature, with linear probing.
    private var slots = [Slot](repeating: Slot(), count: slotCount)

    /// A power of two, at least twice as many as there are series.
    private static let slotCount = 4096

    /// Counts a link.
    mutating func add(_ code: OutcomeCode, _ route: Span<UInt8>, _ feature: Span<UInt8>, ns: Int64) {
        // FNV-1a, of names of the table: no caller chooses them.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in route.indices { hash = (hash ^ UInt64(route[index])) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01B3
        for index in feature.indices { hash = (hash ^ UInt64(feature[index])) &* 0x0000_0100_0000_01B3 }
        var place = Int(truncatingIfNeeded: hash ^ hash >> 32) & (Self.slotCount - 1)
        while slots[place].number != 0 {
            if slots[place].hash == hash, slots[place].code == code {
                return all[Int(slots[place].number) - 1].times.add(ns: ns)
            }
            place = (place + 1) & (Self.slotCount - 1)
        }
        guard all.count < Limits.metricSeries else { return all[other(of: code)].times.add(ns: ns) }
        func bytes(_ span: Span<UInt8>) -> [UInt8] { span.indices.map { span[$0] } }
        all.append(Series(route: bytes(route), feature: bytes(feature), code: code))
        slots[place] = Slot(hash: hash, code: code, number: UInt16(all.count))
        all[all.count - 1].times.add(ns: ns)
    }

    private mutating func other(of code: OutcomeCode) -> Int {
        if let number = others[code] { return number }
        let name = Array("other".utf8)
        all.append(Series(route: name, feature: name, code: code))
        others[code] = all.count - 1
        return all.count - 1
    }
}
