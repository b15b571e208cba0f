/// What should happen now in this state, whatever happened before.
///
/// The work is proportional to what can start, not to the queue: of each index at most `planLookMax` entries are looked at. Where more
/// entries than that cannot start (all of a paused group, say) while there are free slots, the plan says where to go on.
/// - Parameters:
///   - start: an entry of the index `ready`, from an earlier plan's `continuesAt`; only the queue from there on is looked at.
///   - open: items whose file is open. Their removal waits.
/// - Throws: what reading the state throws.
package func plan(
    in state: some StateView, at now: Now, from start: IndexKey? = nil, open: Set<UInt64> = []
) throws -> Plan {
    var planner = Planner(state: state, environment: try Environment(of: state, at: now), open: open)
    // What this program cannot read may forbid anything.
    guard planner.environment.device.unreadable == nil else { return Plan() }
    try planner.lookAtRunning()
    try planner.lookAtRemovals()
    try planner.lookAtQueue(from: start)
    planner.lookAtStorage()
    planner.lookAtSwitches()
    return planner.plan
}

/// Entries of an index that one turn looks at.
package let planLookMax = 1_024
