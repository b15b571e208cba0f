import Glibc

/// A self-signed certificate for 127.0.0.1 and localhost, made for one run.
package final class OriginCertificate: Sendable {
    package static let shared = Result { try OriginCertificate() }

    package let certificateFile: String
    package let keyFile: String
    private let folder: TemporaryDirectory

    private init() throws {
        // A value that lives as long as the process is never let go, so its folder is removed on the way out.
        atexit { (try? OriginCertificate.shared.get())?.folder.remove() }
        folder = try TemporaryDirectory()
        certificateFile = folder.file("certificate.pem")
        keyFile = folder.file("key.pem")
        try ChildProcess.run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", keyFile, "-out", certificateFile, "-days", "2", "-subj", "/CN=origin",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    }
}
