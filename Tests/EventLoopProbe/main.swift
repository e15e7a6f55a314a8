// What the tests of EventLoop cannot do in their own process: run out of descriptors, change groups, count descriptors
// before and after, end under LeakSanitizer with nothing of a test runner in memory, and be another process that connects.

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
