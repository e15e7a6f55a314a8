import Contract
import EventLoop
import Serving
import Testing

/// How long a start or a reload asks the service manager for more time.
@Suite struct TimeRequestsTests {
    @Test(arguments: [(nil, 5000), (Duration.seconds(30), 5000), (.seconds(2), 1000), (.milliseconds(20), 10)])
    func `requests come every five seconds, or at half of the watchdog's time`(watchdog: Duration?, milliseconds: Int) {
        #expect(TimeRequests(watchdog: watchdog).interval == .milliseconds(milliseconds))
    }

    @Test func `what hangs is not asked for without an end`() {
        var requests = TimeRequests(watchdog: .seconds(30))
        var time: Duration = .zero
        while let request = requests.next() {
            time += requests.interval
            #expect(request == .extendTimeout(.seconds(30)))
        }
        #expect(time < Limits.loadTime && time + requests.interval >= Limits.loadTime)
        #expect(requests.next() == nil)
    }
}
