import ChannelRules
import ChannelService
import ExecRules
import ExecService
import OperateRules
import OperateService
import PermissionRules
import PermissionService
import PurchaseRules
import PurchaseService
import ReachRules
import ReachService
import Routing
import Serving

extension WingList {
    /// The capabilities of this program.
    static let ofThisProgram = WingList([
        ExecWing.self, ChannelWing.self, ReachWing.self, PermissionWing.self, PurchaseWing.self,
        OperateWing.self,
    ])
}

extension Deeplinkd {
    /// What serves these wings, in the order in which their actions are stopped.
    static let services: [any WingService.Type] = [
        ChannelService.self, ExecService.self, ReachService.self, PermissionService.self, PurchaseService.self,
        OperateService.self,
    ]
}
