extension GroupContext {
    /// The context of a group in a state. Linear in the group's items.
    ///
    /// - Throws: what reading the state throws.
    package init(of group: Group, in state: some StateView, now: Int64) throws {
        let device = try state.device()
        self.init(totals: group.totals, device: device, now: now)
        title = try state.details(of: group)?.title
        isPaused = group.paused?.isOn(at: now) ?? false
        var unusable: Int64 = 0
        try state.walkMembers(of: group.number, after: nil) { item in
            let isSound = item.installed?.isSound ?? false
            if isSound, !item.isUsable(on: device, at: now) { unusable += 1 }
            return true
        }
        self.unusable = unusable
    }
}
