import Glibc

/// A network namespace joined by a virtual cable to a second one that plays the router; needs root.
package final class NetworkNamespace: Sendable {
    package let name: String
    /// The router's namespace.
    package let far: String

    package static let canMake = geteuid() == 0 && (try? NetworkNamespace()) != nil

    package init() throws {
        let tag = String(UInt32.random(in: 0 ... .max), radix: 36)
        (name, far) = ("hf\(tag)", "hf\(tag)r")
        for namespace in [name, far] { try ChildProcess.run("ip", "netns", "add", namespace) }
        try ChildProcess.run(
            "ip", "-n", name, "link", "add", "cable", "type", "veth", "peer", "name", "far", "netns", far)
        try ChildProcess.run("ip", "-n", name, "link", "set", "lo", "up")
        try ChildProcess.run("ip", "-n", far, "link", "set", "far", "up")
    }

    deinit {
        for namespace in [name, far] { try? ChildProcess.run("ip", "netns", "del", namespace) }
    }

    /// `ip` within the namespace.
    package func ip(_ words: String) throws { try run(name, words) }
    /// `ip` at the router's end.
    package func ipAtFarEnd(_ words: String) throws { try run(far, words) }

    private func run(_ namespace: String, _ words: String) throws {
        let code = try ChildProcess(["ip", "-n", namespace] + words.split(separator: " ").map(String.init)).wait()
        guard code == 0 else { throw ChildFailure(reason: "ip \(words) ended with \(code)") }
    }

    /// Moves the calling thread into the namespace, for good.
    package func enter() {
        typealias SetNamespace = @convention(c) (Int32, Int32) -> Int32
        let file = open("/run/netns/\(name)", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        guard let address = dlsym(nil, "setns") else { return }
        _ = unsafeBitCast(address, to: SetNamespace.self)(file, 0)
    }
}
