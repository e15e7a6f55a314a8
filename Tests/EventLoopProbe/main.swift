// What the tests of EventLoop cannot do in their own process: run out of descriptors, change groups, count descriptors
// before and after, and end under LeakSanitizer with nothing of a test runner in memory.

import EventLoop
import Glibc

switch CommandLine.arguments.dropFirst().first {
case "exhaustion": try exhaustion()
case "groups": try groups()
case "everything": try everything()
case "orphans": try orphans()
default:
    try StandardStreams.write(Array("usage: EventLoopProbe exhaustion|groups|everything|orphans\n".utf8), to: .errors)
    exit(2)
}
