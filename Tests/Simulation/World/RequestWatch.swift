/// 14, on the wire: after a cancel is acknowledged nothing is asked for any more until somebody wants the item again.
package struct RequestWatch {
    private var silent: Set<String> = []

    package init() {}

    /// A cancel or removal was acknowledged.
    package mutating func silence(_ item: String) { silent.insert(item) }

    /// Something was commanded that may want the item again.
    package mutating func release(_ item: String) { silent.remove(item) }

    /// A request went out.
    package func problem(requesting item: String) -> Violation? {
        silent.contains(item) ? Violation(.cancelledIsSilent, "\(item) is asked for after it was cancelled") : nil
    }
}
