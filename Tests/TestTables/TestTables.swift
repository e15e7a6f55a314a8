// Tests load tables as the programs do, with every wing. A test that says nothing of wings gets them all.

import ChannelRules
import ChannelService
package import Contract
import ExecRules
import ExecService
package import Features
package import Ledger
import OperateRules
import OperateService
import PermissionRules
import PermissionService
import PurchaseRules
import PurchaseService
import ReachRules
import ReachService
package import Routing
package import Serving
package import Tables

extension WingList {
    /// Every wing, as both programs have them.
    package static let ofAllWings = WingList([
        ExecWing.self, ChannelWing.self, ReachWing.self, PermissionWing.self, PurchaseWing.self,
        OperateWing.self,
    ])
}

extension LoadEnvironment {
    /// Asks the machine nothing.
    package init() { self.init(wings: .ofAllWings) }
}

extension RulesetLoader {
    /// Loads a table of one file, asking the machine nothing.
    package static func load(_ file: TableFile) -> Result { load(file, environment: LoadEnvironment()) }

    /// Loads a table of several files, asking the machine nothing.
    package static func load(_ set: consuming TableSet) -> Result { load(set, environment: LoadEnvironment()) }

    /// Loads what of a table has no errors.
    package static func loadWithoutFaultyPackages(_ set: consuming TableSet) -> Result {
        loadWithoutFaultyPackages(set, environment: LoadEnvironment())
    }
}

extension TableSource {
    /// A table from somewhere.
    package init(_ origin: Origin, purpose: TablePurpose, instance: Instance? = nil, root: String = "") {
        self.init(origin, purpose: purpose, wings: .ofAllWings, instance: instance, root: root)
    }
}

extension Interface {
    /// The interfaces of the daemon.
    package static let all = WingList.ofAllWings.interfaces
}

extension CallDecoder {
    private static let whole = CallDecoder(Interface.all)

    /// Decodes a call of any method of the daemon.
    ///
    /// *Throws*: as `decode` of a decoder.
    package static func decode(_ bytes: Span<UInt8>) throws(FramingError) -> Call { try whole.decode(bytes) }
}

extension FrameDecoder {
    /// Cuts off the next message and decodes it as a call; nil where there is none yet.
    ///
    /// *Throws*: what ends the connection: `messageTooLong`, `json`, `header`.
    package func nextCall() throws(FramingError) -> Call? {
        guard let message = try next() else { return nil }
        return try CallDecoder.decode(bytes.span.extracting(message))
    }
}

extension ConstraintKinds {
    /// The kinds of the core and of every wing.
    package static var standard: Self { WingList.ofAllWings.kinds }
}

extension [any WingService.Type] {
    /// The services of every wing, as the daemon has them.
    package static var ofAllWings: [any WingService.Type] {
        [
            ChannelService.self, ExecService.self, ReachService.self, PermissionService.self, PurchaseService.self,
            OperateService.self,
        ]
    }
}

extension LedgerSchema {
    /// The ledger of the daemon.
    package static let standard = Self(
        kinds: .standard, tables: [any WingService.Type].ofAllWings.flatMap { $0.tables } + LedgerSchema.ownTables)
}

/// The kinds of actions, as help lists them: "`exec`, `respond` or `channel`".
package let performerWords = WingList.ofAllWings.performerWords
