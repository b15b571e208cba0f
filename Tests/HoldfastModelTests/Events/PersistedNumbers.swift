/// The golden list of `PersistedNumbersTests`: every number that a record holds, with its meaning.
enum PersistedNumbers {
    static let text = """
        record 0:type unsigned, 1:schemaVersion? unsigned, 2:subject text|unsigned, 3:recordedAt integer, \
        4:wallClock? integer, 5:occurredAt? integer, 6:actor ActorKind|(ActorKind text), 7:cause? unsigned, \
        8:command? (text unsigned), 9:payload payload, 10:privateDigest? digest
        private 1:sources? [text], 2:title? text, 3:suggestedName? text, 4:path? text, 5:volumePath? text, 6:note? \
        text, 7:isAbridged? boolean
        1 storeCreated: 1:storeID text, 2:formatVersion unsigned, 3:engineVersion text
        2 sessionOpened: 1:engineVersion text, 2:operatingSystem text, 3:bootID text, 4:previousSession? unsigned, \
        5:previousClosedCleanly boolean
        3 sessionClosed: 1:reason CloseReason
        4 recoveryCompleted: 1:attemptsClosed unsigned, 2:filesAdopted unsigned, 3:orphansRemoved unsigned, \
        4:missing unsigned, 5:durationInMilliseconds integer
        5 clockJumped: 1:deltaInMilliseconds integer
        6 auditCompleted: 1:scope AuditScope, 2:itemsChecked unsigned, 3:bytesChecked integer, 4:problems unsigned
        8 noteAdded: 1:target? unsigned
        16 connectivityChanged: 1:link Link, 2:isValidated? boolean, 3:isCaptive? boolean, 4:interfaces \
        [Interface], 5:isMetered? boolean, 6:isLowData? boolean, 7:isRoaming? boolean, 8:quality? Quality, \
        9:isIntermittent boolean, 10:rawChanges unsigned, 11:source ObservationSource, 12:settledInMilliseconds \
        integer
        17 offlineModeSet: 1:isEnabled boolean, 2:until? integer
        18 storageMeasured: 1:volume unsigned, 2:freeBytes integer, 3:capacityBytes integer, 4:contentBytes \
        integer, 5:partialBytes integer
        19 volumeAvailabilityChanged: 1:volume unsigned, 2:isAvailable boolean
        20 featureDeclared: 1:featureID text, 2:needs FeatureNeed, 3:contentItems [text], 4:whenUnmet WhenUnmet
        21 powerChanged: 1:source PowerSource, 2:levelInBasisPoints? integer, 3:isLowPowerMode boolean
        22 timeZoneChanged: 1:utcOffsetInSeconds integer
        32 settingChanged: 1:key text, 2:old? text, 3:new? text
        33 consentRecorded: 1:kind ConsentKind, 2:isGiven boolean, 3:maxBytes? integer, 4:expiresAt? integer
        48 itemRegistered: 1:mediaType? text, 2:expectedBytes? integer, 3:expectedDigest? digest, 4:version? text, \
        5:expiresAt? integer, 6:isDownloadable boolean
        49 itemAmended: 1:mediaType? text, 2:expectedBytes? integer, 3:expectedDigest? digest, 4:version? text, \
        5:expiresAt? integer, 6:isDownloadable? boolean, 7:isWithdrawn? boolean
        50 sizeResolved: 1:bytes integer, 2:isExact boolean, 3:via SizeSource
        51 remoteVersionObserved: 1:version? text, 2:etag? text, 3:bytes? integer, 4:digest? digest
        52 itemWithdrawn: 1:reason text
        53 groupDefined: 
        54 groupMembersChanged: 1:added [unsigned], 2:removed [unsigned]
        64 downloadRequested: 1:reason DownloadReason, 2:priority integer, 3:notBefore? integer, 4:deadline? \
        integer, 5:allowsMetered? boolean
        65 downloadReprioritised: 1:priority? integer, 2:place? QueuePlace, 3:before? unsigned
        66 downloadPaused: 1:scope PauseScope, 2:until? integer
        67 downloadResumed: 1:scope PauseScope
        68 downloadCancelled: 1:keepsPartial boolean
        69 retryRequested: 1:request unsigned
        70 contentPinned: 
        71 contentUnpinned: 
        80 transferStarted: 1:request unsigned, 2:attempt unsigned, 3:source unsigned, 4:fromByte integer, \
        5:validator? text, 6:reservedBytes integer
        81 responseReceived: 1:attempt unsigned, 2:httpStatus unsigned, 3:contentBytes? integer, 4:rangeStart? \
        integer, 5:totalBytes? integer, 6:etag? text, 7:lastModified? text, 8:mediaType? text, 9:encoding? text, \
        10:redirects unsigned, 11:retryAfterInMilliseconds? integer, 12:isRefused? boolean
        82 transferCheckpointed: 1:attempt unsigned, 2:durableBytes integer
        83 partialDiscarded: 1:bytes integer, 2:reason DiscardReason
        84 transferInterrupted: 1:attempt unsigned, 2:cause InterruptCause, 3:blocker? BlockerCode, 4:durableBytes \
        integer, 5:wireBytes? integer, 6:meteredBytes? integer
        85 transferFailed: 1:attempt unsigned, 2:failure Failure, 3:durableBytes integer, 4:wireBytes? integer, \
        5:meteredBytes? integer
        86 retryScheduled: 1:request unsigned, 2:notBefore integer, 3:delayInMilliseconds integer, 4:basis RetryBasis
        87 transferCompleted: 1:attempt unsigned, 2:bytes integer, 3:wireBytes integer, 4:elapsedInMilliseconds \
        integer, 5:meteredBytes integer
        88 contentVerified: 1:attempt unsigned, 2:bytes integer, 3:digest digest, 4:trust Trust
        89 verificationFailed: 1:attempt unsigned, 2:check Check, 3:expected text, 4:actual text
        90 contentPublished: 1:attempt unsigned, 2:bytes integer, 3:digest digest, 4:volume unsigned, 5:replaced? \
        unsigned
        91 downloadFailed: 1:request unsigned, 2:failure Failure, 3:attempts unsigned, 4:needs Need
        112 deletionRequested: 1:reason DeletionReason, 2:rule? text, 3:undoUntil? integer
        113 deletionUndone: 
        114 deletionStarted: 1:bytes integer
        115 contentDeleted: 1:freedBytes integer, 2:reason DeletionReason
        116 deletionFailed: 1:failure Failure
        117 contentMissing: 1:foundBy FoundBy, 2:expected text, 3:actual text
        118 contentCorrupted: 1:foundBy FoundBy, 2:expected text, 3:actual text
        119 contentOpened: 1:isOffline boolean
        120 evictionPlanned: 1:needBytes integer, 2:rule EvictionRule, 3:victims [EvictionVictim]
        121 orphanFound: 1:bytes integer, 2:action OrphanAction
        122 contentImported: 1:bytes integer, 2:digest digest, 3:trust Trust, 4:volume unsigned, 5:replaced? unsigned
        group EvictionVictim 1:item unsigned, 2:bytes integer
        group Failure 1:class FailureClass, 2:code text, 3:httpStatus? unsigned, 4:osCode? integer
        group Interface 1:kind InterfaceKind, 2:name? text
        code ActorKind 0:user 1:app 2:policy 3:system 4:recovery 5:tool 6:import
        code AuditScope 0:log 1:content 2:both
        code BlockerCode 0:offlineMode 1:pausedAll 2:pausedGroup 3:noNetwork 4:localOnly 5:captivePortal \
        6:needsUnmetered 7:meteredUnknown 8:roaming 9:lowData 10:linkTooSlow 11:consentNeeded 12:authNeeded \
        13:noSpace 14:quotaFull 15:volumeMissing 16:scheduleClosed 17:notBefore 18:needsCharging 19:batteryLow \
        20:lowPowerMode 21:backoff 22:removalInProgress 23:hostSlotsFull 24:slotsFull 25:checking
        code Check 0:digest 1:size 2:mediaType
        code CloseReason 0:normal 1:suspended 2:terminated
        code ConsentKind 0:metered 1:roaming 2:large 3:lowData 4:slow 5:schedule 6:power 7:pause
        code DeletionReason 0:user 1:evicted 2:expired 3:superseded 4:quota
        code DiscardReason 0:validatorChanged 1:rangeIgnored 2:digestMismatch 3:lost 4:cancelled 5:space
        code DownloadReason 0:user 1:auto 2:update 3:repair
        code EvictionRule 0:lru 1:oldest 2:largest
        code FailureClass 0:transient 1:offline 2:captive 3:server 4:auth 5:forbidden 6:notFound 7:changed 8:space \
        9:quota 10:file 11:integrity 12:tls 13:policy 14:internal
        code FeatureNeed 0:nothing 1:content 2:localNetwork 3:internet
        code FoundBy 0:open 1:start 2:audit
        code InterfaceKind 0:wifi 1:cellular 2:wired 3:vpn 4:other
        code InterruptCause 0:connectivityLost 1:blocked 2:paused 3:cancelled 4:preempted 5:processDied \
        6:sessionEnded 7:volumeLost
        code Link 0:none 1:local 2:internet
        code Need 0:nothing 1:user 2:space 3:auth 4:source
        code ObservationSource 0:system 1:probe 2:poll 3:transfer 4:manual
        code OrphanAction 0:adopted 1:removed 2:left
        code PauseScope 0:item 1:group 2:all
        code PowerSource 0:external 1:battery
        code Quality 0:unusable 1:slow 2:moderate 3:good
        code QueuePlace 0:first 1:last 2:before
        code RetryBasis 0:backoff 1:retryAfter
        code SizeSource 0:catalogue 1:head 2:transfer
        code Trust 0:expected 1:sizeOnly 2:firstSeen
        code WhenUnmet 0:hide 1:disable 2:degrade 3:queue
        """
}
