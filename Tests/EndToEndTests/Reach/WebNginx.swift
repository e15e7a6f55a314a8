import Foundation
import TestSupport
import Testing

/// nginx on a Unix socket, as a process of the test's own, with its files in the folder of the test.
final class WebNginx {
    private static let program = "/usr/sbin/nginx"

    let socket: String
    private let folder: TemporaryFolder
    private var process: ChildProgram?

    /// Starts it; nil, with the reason printed, where it is not installed.
    init?(in folder: TemporaryFolder, for test: String) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else {
            print("skipped: \(test): nginx is not installed (Debian: nginx-light)")
            return nil
        }
        self.folder = folder
        socket = folder.path(of: "nginx.sock")
        let site = try folder.makeFolder("site", mode: 0o755)
        try folder.write("site/goods.json", #"{"title":"Dune","position":7}"#)
        try folder.write("site/drip.json", #"{"title":"Dune"}"# + String(repeating: " ", count: 5_000))
        try folder.write("site/long.json", #"{"title":"Dune"}"# + String(repeating: " ", count: 70_000))
        try folder.write("site/endless.json", "{")
        // It takes no room: a file with a hole.
        try #require(try Program.run("/usr/bin/truncate", ["-s", "8G", site + "/endless.json"]).exit == .code(0))
        _ = try folder.makeFolder("site/goods", mode: 0o755)
        try folder.write("users", "x:y\n")
        try folder.write("nginx.conf", Self.configuration(folder.path))
        try start()
    }

    /// Starts it again, after `kill`.
    func start() throws {
        // ignored: an orderly end has removed it.
        try? FileManager.default.removeItem(atPath: socket)
        let path = folder.path
        process = try ChildProgram(Self.program, ["-p", path, "-c", path + "/nginx.conf", "-e", path + "/nginx.log"])
        try Patience.lookFor("nginx") { (try? RawClient(socket)) != nil }
    }

    /// Ends it with SIGKILL.
    func kill() { process?.kill() }

    /// The requests that it has answered, each with its path and status; one that is being answered is not among them.
    var answered: [String] { folder.notes("requests").map { "\($0["path"].text) \($0["status"].text)" } }

    /// Replaces a file that it serves.
    func put(_ name: String, _ text: String) throws { try folder.write("site/" + name, text) }

    /// Removes a file that it serves.
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path(of: "site/" + name)) }

    private static func configuration(_ path: String) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(path)/\($0);" }
        return """
            daemon off; master_process off; pid \(path)/pid; user root; error_log \(path)/nginx.log;
            events { worker_connections 64; }
            http {
                log_format note escape=json '{"path":"$request_uri","status":"$status"}';
                access_log \(path)/requests note; \(temporary.joined(separator: " "))
                types { application/json json; }
                keepalive_requests 5; client_max_body_size 20;
                limit_req_zone $server_name zone=few:1m rate=2r/s;
                server {
                    listen unix:\(path)/nginx.sock; server_name localhost; root \(path)/site;
                    location = /chunked.json { alias \(path)/site/goods.json; sub_filter_types *; sub_filter Dune Solaris; }
                    location = /drip.json { limit_rate_after 1k; limit_rate 1; }
                    location = /slow { proxy_pass http://unix:\(path)/silent:/; }
                    location = /late { proxy_pass http://unix:\(path)/silent:/; proxy_read_timeout 200ms; }
                    location = /gone { proxy_pass http://unix:\(path)/nowhere:/; }
                    location = /cut { return 444; }
                    location = /away { return 302 http://127.0.0.1:9/; }
                    location = /busy { add_header Retry-After 7 always; return 429; }
                    location = /few { limit_req zone=few; limit_req_status 429; try_files /goods.json =404; }
                    location = /closed { add_header Retry-After 30 always; return 503; }
                    location = /secret { auth_basic x; auth_basic_user_file \(path)/users; }
                    location = /denied { deny all; }
                    location = /broken { return 500; }
                    location = /accepted { return 202; }
                    location = /packed.json { alias \(path)/site/goods.json; add_header Content-Encoding gzip; }
                    location = /header {
                        set $long 0123456789abcdef0123456789abcdef; set $long $long$long$long$long$long$long$long$long;
                        set $long $long$long$long$long$long$long$long$long; set $long $long$long$long$long$long$long$long$long;
                        add_header X-Long $long; return 204;
                    }
                }
            }
            """
    }
}
