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
        case .download: .download
        case .downloadOverMetered, .downloadWhileRoaming, .downloadInLowData: .actDownloadNow
        case .downloadWhenFaster, .waitForFaster: .actWaitForBetter
        case .repair: .actDownloadAgain
        case .update: .actUpdate
        case .pause: .actPause
        case .resume: .actResume
        case .resumeAll: .actResumeAll
        case .retry, .removeAgain: .actTryAgain
        case .downloadFirst: .actDownloadFirst
        case .ignoreSchedule, .ignoreCharging: .actStartNow
        case .goOnline: .actGoOnline
        case .allowMetered: .actUseMobileData
        case .allowUnknownMetered: .actUseMetered
        case .allowRoaming, .allowLowData, .allowSlow: .actDownloadAnyway
        case .waitForUnmetered: .actWaitForWifi
        case .cancel: .actCancel
        case .discard: .actDiscard
        case .remove: .actRemove
        case .undo: .actUndo
        }
    }
}
