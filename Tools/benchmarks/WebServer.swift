import Glibc

/// nginx on the loopback interface, with files of its own making.
final class WebServer {
    let urls: String
    let sums: String
    let list: String
    private let process: Program

    /// - Parameter work: a folder of its own.
    init(work: String, fileCount: Int, fileBytes: Int, port: Int) throws {
        (urls, sums, list) = ("\(work)/urls", "\(work)/sums", "\(work)/list")
        for folder in [work, "\(work)/www"] { mkdir(folder, 0o755) }
        // Random bytes, with the lists that the clients are given.
        let script = """
            i=0
            while [ $i -lt \(fileCount) ]; do
              head -c \(fileBytes) /dev/urandom > www/f$i
              echo "http://127.0.0.1:\(port)/f$i" >> urls
              i=$((i + 1))
            done
            (cd www && sha256sum *) > sums
            awk '{ print "http://127.0.0.1:\(port)/" $2, $1 }' sums > list
            """
        _ = try Program.run(["sh", "-ec", "cd '\(work)'; \(script)"])
        // Its workers would be somebody who may not read the folder.
        let user = geteuid() == 0 ? "user root;" : ""
        let configuration = """
            \(user) daemon off; worker_processes 1; pid \(work)/pid; error_log \(work)/errors;
            events {}
            http {
              access_log off; sendfile on; keepalive_requests 100000;
              client_body_temp_path \(work)/t1; proxy_temp_path \(work)/t2; fastcgi_temp_path \(work)/t3;
              uwsgi_temp_path \(work)/t4; scgi_temp_path \(work)/t5;
              server { listen 127.0.0.1:\(port); root \(work)/www; }
            }
            """
        _ = try Program.run(["sh", "-ec", "cat > '\(work)/nginx.conf' <<'END'\n\(configuration)\nEND"])
        process = try Program(["nginx", "-p", work, "-c", "\(work)/nginx.conf", "-e", "\(work)/errors"])
        _ = try Program.run(
            [
                "curl", "--silent", "--fail", "--output", "/dev/null", "--range", "0-0", "--retry", "50",
                "--retry-connrefused",
                "--retry-delay", "0", "http://127.0.0.1:\(port)/f0",
            ])
    }

    deinit { process.end() }
}
