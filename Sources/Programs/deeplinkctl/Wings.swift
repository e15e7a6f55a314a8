import ChannelRules
import Contract
import ExecRules
import OperateRules
import PermissionRules
import PurchaseRules
import ReachRules
import Routing
import Tables

extension WingList {
    /// The capabilities of this program.
    static let ofThisProgram = WingList([
        ExecWing.self, ChannelWing.self, ReachWing.self, PermissionWing.self, PurchaseWing.self,
        OperateWing.self,
    ])
}

extension TableSource {
    /// Reads a table with the words of this program.
    init(_ origin: Origin, purpose: TablePurpose, instance: Instance? = nil, root: String = "") {
        self.init(origin, purpose: purpose, wings: .ofThisProgram, instance: instance, root: root)
    }
}
