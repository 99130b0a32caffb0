import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { status, type handleClientStreamingCall, type ServiceError } from '@grpc/grpc-js'
import type { CommitCheck, Expectation } from './commit-check.ts'
import type { EventLog, Proposed } from './event-log.ts'
import { connectionLost, rpcError, streamDeleted, type Faults } from './faults.ts'
import { append, largestAppend, type Outcome } from './storage.ts'
import { expectationIn, nameIn, proposedIn } from './wire.ts'

/** `Append`: one call an append; what servers without `BatchAppend` have. */
export const singleAppend =
  (
    log: EventLog,
    check: CommitCheck,
    faults: Faults,
  ): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> =>
  (call, answer) => {
    const fault = faults.meet('append')
    const proposed: Proposed[] = []
    let options = new streams.AppendReq.Options()
    call.on('data', (request: streams.AppendReq) => {
      options = request.getOptions() ?? options
      const message = request.getProposedMessage()
      if (message) proposed.push(proposedIn(message))
    })
    call.on('end', () => {
      if (fault?.kind === 'refuse') return answer(fault.error)
      const stream = nameIn(options.getStreamIdentifier())
      const expected = expectationIn(options, options.getRevision())
      const outcome = append(log, check, stream, expected, proposed)
      if (fault?.kind === 'silence') return
      if (fault?.kind === 'loseAnswer') return answer(connectionLost())
      const response = responseOf(outcome, stream, expected)
      if (response instanceof streams.AppendResp) answer(null, response)
      else answer(response)
    })
  }

const responseOf = (outcome: Outcome, stream: string, expected: Expectation): streams.AppendResp | ServiceError => {
  switch (outcome.type) {
    case 'Stored': {
      const position = new streams.AppendResp.Position()
        .setCommitPosition(String(outcome.last?.commit))
        .setPreparePosition(String(outcome.last?.prepare))
      return new streams.AppendResp().setSuccess(
        new streams.AppendResp.Success().setCurrentRevision(String(outcome.last?.revision)).setPosition(position),
      )
    }
    case 'WrongVersion':
      return new streams.AppendResp().setWrongExpectedVersion(wrongVersion(outcome.current, expected))
    case 'Deleted':
      return streamDeleted(stream)
    case 'TooBig':
      return rpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${largestAppend} Exceeded.`, {
        exception: 'maximum-append-size-exceeded',
        'maximum-append-size': String(largestAppend),
      })
  }
}

const wrongVersion = (current: bigint, expected: Expectation) => {
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (current < 0n) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(String(current))
  if (expected === 'any') return wrong.setExpectedAny(new shared.Empty())
  if (expected === 'no_stream') return wrong.setExpectedNoStream(new shared.Empty())
  if (expected === 'stream_exists') return wrong.setExpectedStreamExists(new shared.Empty())
  return wrong.setExpectedRevision(String(expected))
}
