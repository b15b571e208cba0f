@testable import HoldfastModel

/// Messages of the control socket: what is understood is what would be sent, and messages come out of the bytes whole.
func fuzzControl(_ bytes: UnsafeRawBufferPointer) throws {
    var input = FuzzInput(bytes)
    switch input.byte() % 3 {
    case 0:
        guard let request = try? ControlRequest(decoding: Array(input.rest)) else { return }
        try claim(IntentFields(request.command)?.command == request.command, "only an intent comes in")
        try claim(try ControlRequest(decoding: request.encode()) == request, "a request reads back")
    case 1:
        guard let reply = try? ControlReply(decoding: Array(input.rest)) else { return }
        try claim(try ControlReply(decoding: reply.encode()) == reply, "an answer reads back")
    default: try fuzzFrames(&input)
    }
}

/// Cut anywhere, the bytes give the messages that they give at once.
private func fuzzFrames(_ input: inout FuzzInput) throws {
    let step = Int(input.byte()) + 1
    let whole = messages(in: input, step: .max)
    try claim(messages(in: input, step: step) == whole, "how bytes are cut makes no difference")
    let again = whole.flatMap { ControlFrame.bytes(of: $0) ?? [] }
    try claim(input.rest.starts(with: again), "messages and their lengths are all of the bytes")
}

private func messages(in input: FuzzInput, step: Int) -> [[UInt8]] {
    var input = input
    var reader = ControlFrame.Reader()
    var messages: [[UInt8]] = []
    while !input.isEmpty {
        reader.take(input.piece(step))
        do throws(ControlFault) {
            while let message = try reader.next() { messages.append(message) }
        } catch {
            return messages
        }
    }
    return messages
}
