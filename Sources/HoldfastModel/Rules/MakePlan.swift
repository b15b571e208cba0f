/// What should happen now in this state, whatever happened before.
///
/// The work is proportional to what can start, not to the queue: of each index at most `planLookMax` entries are looked at. With more
/// entries than that before it which cannot start (all of a host whose slots are full, say), an item starts in a later turn.
/// - Throws: what reading the state throws.
package func plan(in state: some StateView, at now: Now) throws -> Plan {
    var planner = Planner(state: state, environment: try Environment(of: state, at: now))
    // What this program cannot read may forbid anything.
    guard planner.environment.device.unreadable == nil else { return Plan() }
    try planner.lookAtRunning()
    try planner.lookAtRemovals()
    try planner.lookAtQueue()
    planner.lookAtSwitches()
    return planner.plan
}

/// Entries of an index that one turn looks at.
package let planLookMax = 1_024
