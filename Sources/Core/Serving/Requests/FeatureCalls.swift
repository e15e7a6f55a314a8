// The methods of io.deeplinkd.Features.

import Contract
import FactSources
package import Features
import Ledger
import Routing

/// The calls that list features and move switches.
///
/// *Owner/thread*: the loop's thread.
struct FeatureCalls: CallGroup {
    unowned let server: Server

    var handlers: [Handler] {
        [Handler(list), Handler(describe), Handler(watch), Handler(setToggle), Handler(setRuntime)]
    }

    private var facts: LiveFacts { server.facts }
    private var callers: CallerRules { server.callers }
    /// The numbers of all features of the table in force.
    private var everyFeature: Range<Int> { server.snapshot.ruleset.catalogue.features.indices }

    private func reports(for caller: Caller, _ subject: Subject?, _ languages: LanguageList?) -> FeatureReports {
        FeatureReports(
            server.snapshot, caller: caller, subject: subject, languages: languages, audience: server.sight(of: caller))
    }

    private func list(_ call: ServedCall<ListFeatures>) throws(ParameterError) {
        let subject = try callers.subject(call.request.subject, for: call.caller)
        let languages = try LanguageList.read(call.request.languages)
        facts.gathering.whenReady(everyFeature, for: subject ?? call.caller.subject) {
            let page = reports(for: call.caller, subject, languages).page(after: call.request.after)
            call.reply(page.map { $0 as any Reply } ?? VarlinkError.refusing(.after))
        }
    }

    private func describe(_ call: ServedCall<DescribeFeature>) throws(ParameterError) {
        let subject = try callers.subject(call.request.subject, for: call.caller)
        let languages = try LanguageList.read(call.request.languages)
        let feature = try server.feature(named: call.request.feature, for: call.caller)
        facts.gathering.whenReady([feature], for: subject ?? call.caller.subject) {
            // Another table may be in force by now.
            let catalogue = server.snapshot.ruleset.catalogue
            guard let number = catalogue.feature(named: call.request.feature, for: server.sight(of: call.caller)) else {
                return call.reply(VarlinkError.refusing(.feature))
            }
            let reports = reports(for: call.caller, subject, languages)
            call.reply(DescribeFeature.Answer { $0.feature = reports.report(on: number) })
        }
    }

    private func watch(_ call: ServedCall<WatchFeatures>) throws(ParameterError) {
        let subject = try callers.subject(call.request.subject, for: call.caller)
        server.watches.add(call.session, of: subject, try LanguageList.read(call.request.languages))
    }

    // MARK: Switches

    /// Moves a user's own switch.
    private func setToggle(_ call: ServedCall<SetToggle>) throws(ParameterError) {
        let subject = try callers.subject(call.request.subject, for: call.caller) ?? call.caller.subject
        let path = try path(of: call.request.feature, requiring: .toggle, for: call.caller)
        facts.set(
            toggle: call.request.isOn, of: path, for: subject, by: server.user(of: call.caller),
            from: server.audit.origin(of: call.session)
        ) { result in
            if case .success = result { noteToggle(call.request.isOn, of: path, for: subject, call.caller) }
            call.reply(to: result)
        }
    }

    private func noteToggle(_ on: Bool?, of path: String, for subject: Subject, _ caller: Caller) {
        var fields: Log.Fields = ["feature": path, "to": Self.word(for: on), "uid": "\(caller.uid)"]
        if subject != caller.subject { fields["subject"] = "\(subject)" }
        server.log.info(.toggle, fields)
    }

    private static func word(for on: Bool?) -> String { on.map { $0 ? "on" : "off" } ?? "default" }

    /// Moves an operator's switch.
    private func setRuntime(_ call: ServedCall<SetRuntime>) throws(ParameterError) {
        let path = try path(of: call.request.feature, requiring: .runtime, for: call.caller)
        let fields: Log.Fields = [
            "feature": path, "to": Self.word(for: call.request.isOn), "uid": "\(call.caller.uid)",
        ]
        server.log.notice(.runtimeSwitch, fields)
        facts.set(
            runtime: call.request.isOn, of: path, by: call.caller.uid, from: server.audit.origin(of: call.session),
            then: call.reply(to:))
    }

    /// The path of a feature that declares a switch of that kind itself.
    private func path(
        of name: String, requiring kind: FactKind, for caller: Caller
    ) throws(ParameterError) -> String {
        let feature = server.snapshot.ruleset.catalogue.features[try server.feature(named: name, for: caller)]
        guard feature.constraints.contains(where: { $0.kind == kind }) else { throw .invalid(.feature) }
        return feature.path
    }
}

extension Server {
    /// The number of a feature that the caller is told of, by its path or a name that is unique.
    package func feature(named name: String, for caller: Caller) throws(ParameterError) -> Int {
        guard let number = snapshot.ruleset.catalogue.feature(named: name, for: sight(of: caller)) else {
            throw snapshot.hasTable ? .invalid(.feature) : .noTable
        }
        return number
    }
}
