import SystemBus
import TestSupport
import Testing

@Suite struct BusIntrospectionTests {
    private static let document = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" "http://x/introspect.dtd">
        <!-- <interface name="io.example.Comment"><method name="No"/></interface> -->
        <node name="/org/example/Player">
          <interface name="org.example.Player1">
            <method name="Play">
              <annotation name="org.freedesktop.DBus.Deprecated" value="true"/>
              <arg name="episode" type="u" direction="in"/><arg type='s'/>
              <arg type="s" direction="out"/>
            </method>
            <method name="Stop"/>
            <signal name="Played"><arg type="u"/></signal>
            <property name="Volume" type="d" access="readwrite"/>
          </interface>
          <interface name="org.example.Empty"/>
          <node name="child"><interface name="org.example.Child"><method name="No"/></interface></node>
          <node name="leaf"/>
          <interface name = "org.example.Last" ><method name='Go'></method></interface>
        </node>
        """

    @Test func `the methods of an object are read with their types, and those of others are not`() {
        let read = BusIntrospection(xml: Self.document)
        #expect(Set(read.interfaces.keys) == ["org.example.Player1", "org.example.Empty", "org.example.Last"])
        let methods = read.interfaces["org.example.Player1"] ?? []
        #expect(methods.map(\.name) == ["Play", "Stop"])
        #expect(methods.map(\.inputs) == ["us", ""] && methods.map(\.outputs) == ["s", ""])
        #expect(read.interfaces["org.example.Last"]?.map(\.name) == ["Go"])
    }

    @Test func `no beginning of a document and no broken one is more than its parts`() {
        let known = Set(BusIntrospection(xml: Self.document).interfaces.keys)
        for count in 0...Self.document.count {
            let part = BusIntrospection(xml: String(Self.document.prefix(count)))
            #expect(part.interfaces.keys.allSatisfy { name in known.contains { $0.hasPrefix(name) } }, "\(count)")
        }
        var generator = SeededGenerator(for: #function)
        let letters = Array("<>/=\"' nodeinterfacemethodarg!-?\u{0}é")
        for _ in 0..<2_000 {
            let text = String((0..<40).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
            _ = BusIntrospection(xml: "<node>" + text)
        }
        #expect(BusIntrospection(xml: "</node></node><interface name='a.b'/>").interfaces.isEmpty)
    }
}
