internal import Varlink

/// Makes a table of the paths of an OpenAPI description.
struct OpenAPIImport {
    private static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    private let root: Value
    private var table = LinkTable(source: "an OpenAPI description")

    /// Reads a description in JSON.
    static func table(of bytes: [UInt8], _ options: ImportOptions) throws(AppLinkError) -> LinkTable {
        let start = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
        guard start == UInt8(ascii: "{") else {
            throw AppLinkError(
                "the description is not JSON",
                help: "YAML becomes JSON by: python3 -c 'import json, sys, yaml; "
                    + "json.dump(yaml.safe_load(sys.stdin), sys.stdout, default=str)' < FILE > openapi.json")
        }
        let root = try JSONFile.value(bytes)
        guard let paths = root["paths"]?.members else {
            throw AppLinkError("the description has no object `paths`")
        }
        guard paths.count <= AppLinkLimits.rules else {
            throw AppLinkError("the description has more than \(AppLinkLimits.rules) paths")
        }
        var reading = OpenAPIImport(root: root)
        let servers = reading.servers
        reading.table.scopes = try options.scopes(orElse: servers.map(\.host))
        reading.table.feature = root["info"]?["title"]?.text.flatMap { LinkTable.slug($0, lowercased: false) } ?? "API"
        let prefixes = Set(servers.map(\.path))
        if prefixes.count > 1 {
            reading.table.losses.add(.narrower, "servers", "only the path of the first server is read")
        }
        for path in paths { reading.add(path.name, path.value, below: servers.first?.path ?? "") }
        return reading.table
    }

    private init(root: Value) { self.root = root }

    /// The hosts and paths of the servers, with the defaults of their variables.
    private var servers: [(host: String, path: String)] {
        (root["servers"]?.elements ?? []).compactMap { server in
            guard var url = server["url"]?.text else { return nil }
            for variable in server["variables"]?.members ?? [] {
                guard let value = variable.value["default"]?.text else { continue }
                url = url.split(separator: "{\(variable.name)}", omittingEmptySubsequences: false).joined(
                    separator: value)
            }
            guard let mark = url.firstRange(of: "://") else { return nil }
            let host = url[mark.upperBound...].prefix { $0 != "/" }
            let path = url[mark.upperBound...].dropFirst(host.count)
            let scheme = url[..<mark.lowerBound] == "http" ? "http://" : ""
            return (scheme + host, String(path.hasSuffix("/") ? path.dropLast() : path))
        }
    }

    private mutating func add(_ template: String, _ item: Value, below prefix: String) {
        let item = resolved(item)
        guard let operation = item["get"].map(resolved) else {
            let methods = (item.members ?? []).map(\.name).filter(Self.methods.contains).joined(separator: ", ")
            return table.losses.add(
                .narrower, template, "links are opened, as by `get`; it has \(methods.isEmpty ? "none" : methods)")
        }
        let parameters = ((item["parameters"]?.elements ?? []) + (operation["parameters"]?.elements ?? [])).map(
            resolved)
        guard let path = path(prefix + template, parameters) else { return }
        let keys = queryKeys(parameters, besides: path.captures.map(\.name), of: template)
        table.add([path], name: operation["operationId"]?.text ?? template, keys: keys, source: template)
    }

    /// What a local reference stands for; another value is itself.
    private func resolved(_ value: Value) -> Value {
        var value = value
        for _ in 0..<8 {
            guard let reference = value["$ref"]?.text, reference.hasPrefix("#/") else { return value }
            var target = root
            for name in reference.dropFirst(2).split(separator: "/").prefix(16) {
                let plain = name.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                guard let next = target[plain] else { return value }
                target = next
            }
            value = target
        }
        return value
    }

    // MARK: Paths

    private mutating func path(_ template: String, _ parameters: [Value]) -> RouterPath? {
        var path = RouterPath()
        for segment in template.drop(while: { $0 == "/" }).split(separator: "/", omittingEmptySubsequences: false) {
            let captures = segment.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
            guard let first = captures.first, captures.allSatisfy({ $0.contains("}") }) else {
                path.add(literal: segment)
                continue
            }
            let before = String(segment.prefix { $0 != "{" })
            let after = String(captures.last?.drop { $0 != "}" }.dropFirst() ?? "")
            guard captures.count == 1 else {
                path.addAny(before: before, after: after)
                continue
            }
            let name = String(first.prefix { $0 != "}" })
            let parameter = parameters.last { $0["in"]?.text == "path" && $0["name"]?.text == name }
            path.add(name, type: type(of: parameter, named: name, template), before: before, after: after)
        }
        return path
    }

    // MARK: Queries

    private mutating func queryKeys(_ parameters: [Value], besides taken: [String], of template: String) -> [LinkRoute
        .Key]
    {
        var keys: [LinkRoute.Key] = []
        for parameter in parameters where parameter["in"]?.text == "query" {
            guard let key = parameter["name"]?.text, !key.isEmpty, keys.count < 64,
                !keys.contains(where: { $0.key == key })
            else {
                continue
            }
            var input = LinkTable.slug(key, lowercased: false) ?? "value"
            while taken.contains(input) || keys.contains(where: { $0.input == input }) { input += "-query" }
            let isList = resolved(parameter["schema"] ?? .null)["type"]?.text == "array"
            if isList {
                table.losses.add(
                    .narrower, template, "the list `\(key)` is one text: a key that is repeated counts as absent")
            }
            let isRequired = !isList && parameter["required"]?.flag ?? false
            keys.append(
                .init(key: key, input: input, type: type(of: parameter, named: key, template), isRequired: isRequired))
        }
        return keys
    }

    // MARK: Types

    private mutating func type(of parameter: Value?, named name: String, _ template: String) -> String {
        let schema = resolved(parameter?["schema"] ?? parameter ?? .null)
        if let members = schema["enum"]?.elements {
            let texts = members.compactMap { $0.text ?? $0.int.map { "\($0)" } }
            if texts.count == members.count, let type = table.type(of: texts, named: name) { return type }
        }
        switch (schema["type"]?.text, schema["format"]?.text) {
        case ("integer", _): return schema["minimum"]?.int ?? -1 >= 0 ? "uint" : "int"
        case ("boolean", _): return "bool"
        case ("string", "uuid"): return "uuid"
        case ("string", "date"): return "date"
        case ("number", _):
            table.losses.add(
                .wider, template, "`\(name)` is a number with a point, of which there is no type: it takes any text")
        case ("string", _) where schema["pattern"] != nil:
            table.losses.add(.wider, template, "`\(name)` has a regular expression: it takes any text")
        case _: break
        }
        return "string"
    }
}
