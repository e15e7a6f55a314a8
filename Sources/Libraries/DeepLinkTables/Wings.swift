import ChannelRules
import ExecRules
import OperateRules
import PermissionRules
import PurchaseRules
import ReachRules
import Routing

extension WingList {
    /// The words of the daemon's tables.
    static let ofTheDaemon = WingList([
        ExecWing.self, ChannelWing.self, ReachWing.self, PermissionWing.self, PurchaseWing.self, OperateWing.self,
    ])
}
