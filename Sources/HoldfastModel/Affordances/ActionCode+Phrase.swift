extension ActionCode {
    /// The code's own words, where a row gives no others.
    var phrase: PhraseKey {
        switch self {
        case .open: .actOpen
        case .openSignIn: .actOpenSignIn
        case .signIn: .signIn
        case .confirm: .actConfirm
        case .freeSpace: .actFreeSpace
        case .manageDownloads: .actManageDownloads
        case .raiseLimit: .actRaiseLimit
        case .chooseStorage: .actChooseStorage
        case .why: .actWhy
        case .download, .downloadLarge: .download
        case .downloadOverMetered, .downloadWhileRoaming, .downloadInLowData: .actDownloadNow
        case .downloadWhenFaster, .waitForFaster: .actWaitForBetter
        case .repair: .actDownloadAgain
        case .update: .actUpdate
        case .pause: .actPause
        case .resume: .actResume
        case .resumeGroup: .actResumeGroup
        case .resumeAll: .actResumeAll
        case .downloadOnlyThis: .actDownloadOnlyThis
        case .retry, .removeAgain: .actTryAgain
        case .downloadFirst: .actDownloadFirst
        case .ignoreSchedule, .ignorePower: .actStartNow
        case .goOnline: .actGoOnline
        case .allowMetered: .actUseMobileData
        case .allowRoaming, .allowLowData, .allowSlow: .actDownloadAnyway
        case .waitForUnmetered: .actWaitForWifi
        case .cancel: .actCancel
        case .discard: .actDiscard
        case .remove: .actRemove
        case .undo: .actUndo
        }
    }
}
