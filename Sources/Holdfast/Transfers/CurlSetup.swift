internal import CHoldfastCurl

/// The options of one request.
struct CurlSetup {
    var easy: UnsafeMutableRawPointer
    var options: CurlTransport.Options

    private static let bufferByteCount = 256 << 10

    func headerList(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
        lines.reduce(nil) { list, line in curl_slist_append(list, line) ?? list }
    }

    /// The transfer must outlive the handle's use: the loop keeps it until it has removed the handle.
    func apply(_ transfer: CurlTransfer, headers: UnsafeMutablePointer<curl_slist>?) {
        let address = transfer.leg.address
        text(CURLOPT_URL, address.requestText)
        text(CURLOPT_PROTOCOLS_STR, "http,https")
        text(CURLOPT_USERAGENT, options.userAgent)
        if let certificateFile = options.certificateFile { text(CURLOPT_CAINFO, certificateFile) }
        if let credentials = address.credentials {
            text(CURLOPT_USERNAME, credentials.user)
            text(CURLOPT_PASSWORD, credentials.password)
        }
        // Proxies come from the environment (http_proxy, https_proxy, all_proxy, no_proxy), which the library reads where none is set here.
        // Signals would belong to the whole process; redirects are judged by us, leg by leg.
        number(CURLOPT_NOSIGNAL, 1)
        number(CURLOPT_FOLLOWLOCATION, 0)
        number(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        number(CURLOPT_BUFFERSIZE, Self.bufferByteCount)
        number(CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, transfer.job.request.connectTimeout.wholeMilliseconds)))
        number(CURLOPT_TCP_KEEPALIVE, 1)
        if transfer.job.request.usesFreshConnection {
            number(CURLOPT_FRESH_CONNECT, 1)
            number(CURLOPT_FORBID_REUSE, 1)
            number(CURLOPT_DNS_CACHE_TIMEOUT, 0)
        }
        holdfast_curl_set_quick_exit(easy)
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        _ = holdfast_curl_set_pointer(easy, CURLOPT_HTTPHEADER, headers)
        _ = holdfast_curl_set_data_callback(easy, CURLOPT_HEADERFUNCTION, curlHeader)
        _ = holdfast_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        _ = holdfast_curl_set_data_callback(easy, CURLOPT_WRITEFUNCTION, curlBody)
        _ = holdfast_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        _ = holdfast_curl_set_connected_callback(easy, curlConnected)
        _ = holdfast_curl_set_pointer(easy, CURLOPT_PREREQDATA, context)
    }

    private func text(_ option: CURLoption, _ value: String) {
        _ = holdfast_curl_set_text(easy, option, value)
    }

    private func number(_ option: CURLoption, _ value: Int) {
        _ = holdfast_curl_set_long(easy, option, value)
    }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func curlHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(context)?.receiveHeaderLine(line) == true ? size * count : 0
}

private func curlBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
    switch transfer(context)?.receiveBody(body) {
    case .taken: return size * count
    case .paused: return Int(CURL_WRITEFUNC_PAUSE)
    case .ended, nil: return 0
    }
}

private func curlConnected(
    _ context: UnsafeMutableRawPointer?, _ remote: UnsafeMutablePointer<CChar>?, _ local: UnsafeMutablePointer<CChar>?,
    _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
    transfer(context)?.connected()
    return CURL_PREREQFUNC_OK
}
