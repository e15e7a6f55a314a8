import ChannelRules
import ExecRules
import PermissionRules
import PurchaseRules
import Routing

extension WingList {
    /// The capabilities of this program.
    static let ofThisProgram = WingList([ExecWing.self, ChannelWing.self, PermissionWing.self, PurchaseWing.self])
}
