/// Every text a screen can show, by its code. Each code has one meaning, so that each reason has one text.
@nonexhaustive
public enum PhraseKey: String, Sendable, CaseIterable {
    // Grammar.
    case separator, spokenSeparator, sentenceEnd, listComma, listAnd, nothing, plain
    // Labels.
    case removed, removing, removalFailed, storageNotConnected, repairing, needsRepair, noInternet, expired, offline
    case finishing, checking, reconnecting, starting, downloadingSlowly, downloading, paused, queued
    case signInToNetwork, waitingForWifi, waitingForBetter, confirmDownload, signIn, notEnoughSpace, limitReached
    case scheduled, waiting, tryingAgain, gone, downloadFailed, notAvailable, download
    // Sizes and times.
    case sizeAbout, sizeAtLeast, sizeUnknown, received, receivedOf, timeLeft, until, startsAt, startsLater, inTime,
        expiresIn
    case saved, dateForm, timeForm, timeFormInUTC, dateAndTimeForm
    // Details.
    case willBeFreed, stillUsed, downloadsAfter, fileMissing, fileDamaged, repairsWhenConnected, renewToUse
    case connectToRenew, renewing, renewalFailed, renewalWaiting, updating, updateWaiting, versionKept
    case updateAvailable, checkingFile, lastKnown, keepsWhatItHas, usesMobileData, usesMetered, usesRoaming
    case usesLowData, offlineModeOn, allPaused, groupPaused, namedGroupPaused, startsWhenConnected,
        downloadStartsWhenConnected
    case stoppedAt, resumesByItself, withoutInternet, downloadWaits, meteredUnknown, roamingOff, lowDataMode
    case largeDownload, toContinue, needsBytes, needsAndFree, freeBytes, usedOfQuota, quotaIs, plugIn, batteryLow,
        batterySaver
    case serverAsksToWait, goesOnIn, itemsAhead, manyAhead, waitsForTurn, startsNow, needsAddress, lastTryFailed,
        needsInternet
    case notAvailableOffline, onlyFree, onlyQuota, alreadyHere, waitsForWifi, aboutTime, slowConnection
    // What else is needed.
    case thenNeeds, needWifi, needUnmetered, needHomeNetwork, needLowDataOff, needFaster, needResume
    case needNetworkSignIn, needConfirmation, needSignIn, needFree, needSpace, needQuota, needLimit, needStorage
    case needPower, needBattery
    // Failures.
    case failureWithCode, operatingSystemCode, failureTransient, failureOffline, failureCaptive, failureServer,
        failureAuth
    case failureForbidden, failureNotFound, failureChanged, failureSpace, failureQuota, failureFile
    case failureIntegrity, failureTLS, failurePolicy, failureInternal, failureOther
    // Actions.
    case actOpen, actOpenSignIn, actConfirm, actFreeSpace, actManageDownloads, actRaiseLimit, actChooseStorage
    case actWhy, actDownloadNow, actDownloadAgain, actRepairWhenOnline, actUpdate, actUpdateNow, actRenew, actPause
    case actPauseUpdate, actResume, actResumeAll, actResumeGroup, actResumeNamedGroup, actTryAgain, actTryNow,
        actTryWhenOnline,
        actDownloadFirst, actDownloadOnlyThis
    case actStartNow, actGoOnline, actTurnOff, actUseMobileData, actUseMetered, actDownloadAnyway, actWaitForWifi
    case actWaitForBetter, actCancel, actDiscard, actRemove, actRemoveDownload, actRemoveDownloads, actUndo,
        actDownloads, actView
    // App, features, groups, storage.
    case appSaved, appWillStart, appOfflineMode, appCaptive, appLocal, appSlow, appBackOnline, appChecking
    case appCheckingKnown, appAtRest, appUnreadable, knownOffline, knownLocal, knownCaptive, knownInternet
    case knownUnknown, featureSaved, featureSavedAge, featureQueued, groupEmpty, groupParts, groupWillStart,
        storageTitle, storageItems
    case storageNone, storageQuota, storageOver, storagePartial
}
