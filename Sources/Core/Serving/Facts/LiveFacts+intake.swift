// The intake's own switch, `DeepLinking`. Every link depends on it, so it has an answer in cases in which other switches are
// undetermined:
//
//     the ledger was read at the start              what the ledger says, but for the stamp
//     it becomes unreadable while the daemon runs   what it said last
//     it could not be read at the start             what the table says: `intake without-ledger on|off|undetermined`
//     the stamp file is there                       off, whatever the ledger and the table say (IntakeStamp)
//     an operator has moved it since                what the operator said
//
// So an intake that an operator switched off stays off when the database is lost, damaged or replaced by an older copy.

import Contract
import FactSources
import Features
import HostSystem
package import Ledger
import Routing

/// What says where the intake's switch stands.
enum IntakeRule {
    case ledger
    /// The ledger, when it could still be read.
    case lastRead
    case table
    case stamp
    /// An operator of this daemon's life.
    case operatorsWord
}

extension LiveFacts {
    static let intakeKey = FactKey.runtime(DeepLinkingFeature.name)

    /// Whether the facts in force have the intake off.
    private var isIntakeOff: Bool { store.facts.host[Self.intakeKey]?.value == .off }

    /// Moves the intake's switch, and keeps beside the ledger that it is off.
    ///
    /// The stamp is there before the ledger has an `off`, and until after it has anything else: what a crash leaves in
    /// between keeps the intake off.
    package func set(intake on: Bool?, _ author: Author, _ keeper: IntakeKeeper, then done: @escaping Changed) {
        keeper.whenFree { [self] end in
            func finish(_ result: Result<Bool, LedgerError>) {
                end()
                done(result)
            }
            func move(then moved: @escaping Changed) {
                change(LedgerFact(Self.intakeKey, on.map { $0 ? .on : .off }), of: .machine, author, moved)
            }
            if on == false {
                stamp(true, author.uid, keeper) { fault in
                    // The stamp wins, so it alone decides whether the `off` outlives the daemon.
                    move { result in finish(result.map { _ in fault == nil }) }
                }
            } else {
                move { [self] result in
                    guard case .success(let isDurable) = result else { return finish(result) }
                    stamp(false, author.uid, keeper) { fault in finish(.success(isDurable && fault == nil)) }
                }
            }
        }
    }

    private func stamp(
        _ isWanted: Bool, _ uid: UInt32, _ keeper: IntakeKeeper, then done: @escaping (LedgerError?) -> Void
    ) {
        keeper.setStamp(isWanted, by: uid) { [log] fault in
            if let fault {
                log.error(
                    isWanted ? "the stamp of the intake cannot be made" : "the stamp of the intake cannot be removed",
                    ["code": fault.code, "reason": "\(fault)"])
            }
            done(fault)
        }
    }

    // MARK: The ledger comes and goes

    /// Settles where the switch stands now that the ledger was read.
    ///
    /// - Parameters:
    ///   - recorded: what the ledger says, which is in force already.
    ///   - isOperatorsWord: whether an operator said it while the ledger could not be used, which counts more than a stamp
    ///     that is still to be removed.
    func adoptIntake(_ recorded: LedgerEntry?, isOperatorsWord: Bool) {
        guard let intake else { return }
        let isOff = recorded?.fact.value == .off
        if intake.isStamped, !isOff, !isOperatorsWord {
            intakeRule = .stamp
            settleIntake()
            log.warning("the intake stays off", ["stamp": intake.stamp.path])
        } else {
            intakeRule = .ledger
            if intake.fault != nil || isOff != intake.isStamped { mendStamp(recorded?.author.uid ?? 0, intake) }
        }
    }

    /// Writes or removes the stamp, so that it agrees with the ledger: an earlier attempt failed, or an earlier version,
    /// which made no stamps, wrote the ledger.
    private func mendStamp(_ uid: UInt32, _ keeper: IntakeKeeper) {
        keeper.whenFree { [self] end in
            let isOff = isIntakeOff
            let isKnown = intakeRule == .ledger || intakeRule == .operatorsWord
            guard isKnown, keeper.fault != nil || keeper.isStamped != isOff else { return end() }
            stamp(isOff, uid, keeper) { _ in end() }
        }
    }

    /// Decides the state of the switch when the ledger is damaged or lost, or could never be read.
    func loseIntake(_ error: LedgerError) {
        guard unwritten[FactQuestion(Self.intakeKey)] == nil else { return }
        if intakeRule == .stamp || !hasRead && intake?.isStamped == true {
            intakeRule = .stamp
        } else if hasRead {
            intakeRule = .lastRead
            let last = store.facts.host[Self.intakeKey] ?? Fact(DeepLinkingFeature.isOnByDefault ? .on : .off)
            setIntake(
                last.value,
                .init(source: "ledger", asOfMs: last.evidence?.asOfMs, freshness: .stale, fault: "\(error)"))
        } else {
            intakeRule = .table
        }
        settleIntake()
    }

    /// Puts the stamp's or the table's setting in force; that of the ledger or an operator is in force already.
    func settleIntake() {
        switch intakeRule {
        case .ledger, .lastRead, .operatorsWord: return
        case .stamp: setIntake(.off, .init(source: "stamp"))
        case .table:
            switch intakeWithoutLedger {
            case .on: setIntake(.on, .init(source: "table"))
            case .off: setIntake(.off, .init(source: "table"))
            case .undetermined: store.set(Self.intakeKey, to: nil)
            }
        }
        didMove()
    }

    private func setIntake(_ value: FactValue, _ evidence: ConstraintReport.Evidence) {
        store.set(Self.intakeKey, to: Fact(value, evidence))
    }

    // MARK: What status and log say

    /// Where the switch stands and why, and the command that moves it; nil where a ledger that can be read says it.
    var intakeNote: String? {
        let command = DeepLinkingFeature.commandToSwitchOn
        switch intakeRule {
        case .ledger, .operatorsWord: return intake?.fault.map(note)
        case .lastRead:
            let isOff = isIntakeOff
            return "the intake stays \(isOff ? "off" : "on"), as the ledger said last"
                + (isOff ? "; `\(command)` switches it on" : "")
        case .stamp:
            let path = intake?.stamp.path ?? ""
            return "the intake is off: an operator switched it off, says \(path); `\(command)` switches it on"
        case .table:
            switch intakeWithoutLedger {
            case .on: return "the intake is on without a ledger, as the table says"
            case .off: return "the intake is off without a ledger, as the table says; `\(command)` switches it on"
            case .undetermined:
                return "no link is opened: the ledger would say whether the intake is on; `\(command)` switches it on"
            }
        }
    }

    private func note(_ fault: LedgerError) -> String {
        let isOff = isIntakeOff
        return isOff
            ? "the intake is off, but not durably: \(fault)"
            : "the intake is off again after the next start: \(fault); then `rm \((intake?.stamp.path ?? "").asShellWord)`"
    }
}

extension LedgerChange {
    /// Whether it is about the switch of the intake.
    var movesIntake: Bool { fact.key == LiveFacts.intakeKey }
}
