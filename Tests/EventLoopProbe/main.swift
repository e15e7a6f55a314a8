// Tests of EventLoop that need a process of their own: to run out of descriptors, change groups, count descriptors before
// and after, end under LeakSanitizer without a test runner in memory, and connect from another process.

import Glibc
import HostSystem

switch CommandLine.arguments.dropFirst().first {
case "exhaustion": try exhaustion()
case "groups": try groups()
case "everything": try everything()
case "orphans": try orphans()
case "starts": try starts()
case "visit": try visit(CommandLine.arguments.last ?? "")
default:
    let usage = "usage: EventLoopProbe exhaustion|groups|everything|orphans|starts|visit PATH\n"
    try StandardStreams.write(Array(usage.utf8), to: .errors)
    exit(2)
}
