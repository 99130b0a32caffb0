import codes from '@eventstore/db-client/generated/code_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { status, type handleBidiStreamingCall, type ServiceError } from '@grpc/grpc-js'
import anys from 'google-protobuf/google/protobuf/any_pb.js'
import empties from 'google-protobuf/google/protobuf/empty_pb.js'
import type { CommitCheck, Expectation } from './commit-check.ts'
import type { EventLog, Proposed } from './event-log.ts'
import { connectionLost, type Faults } from './faults.ts'
import { append, largestAppend, type Outcome } from './storage.ts'
import { expectationIn, identifier, nameIn, proposedIn, uuidIn } from './wire.ts'

interface Pending {
  readonly options: streams.BatchAppendReq.Options
  readonly proposed: Proposed[]
}

/** `BatchAppend`: one long call for all appends of a client, told apart by correlation id. */
export const batchAppend =
  (
    log: EventLog,
    check: CommitCheck,
    faults: Faults,
  ): handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp> =>
  (call) => {
    const pending = new Map<string, Pending>()
    call.on('end', () => call.end())
    call.on('data', (request: streams.BatchAppendReq) => {
      const id = uuidIn(request.getCorrelationId())
      const mine = pending.get(id) ?? { options: request.getOptions() ?? blank(), proposed: [] }
      pending.set(id, mine)
      mine.proposed.push(...request.getProposedMessagesList().map(proposedIn))
      if (!request.getIsFinal()) return
      pending.delete(id)
      const fault = faults.meet('batchAppend')
      // Only a node that is no leader breaks the whole call; what else it refuses it says of the one append.
      const breaks = fault?.kind === 'refuse' && fault.error.metadata.get('exception')[0] === 'not-leader'
      if (breaks) return void call.emit('error', fault.error)
      const stream = nameIn(mine.options.getStreamIdentifier())
      const expected = expectationIn(mine.options, mine.options.getStreamPosition())
      const response = new streams.BatchAppendResp()
        .setCorrelationId(request.getCorrelationId())
        .setStreamIdentifier(identifier(stream))
      if (fault?.kind === 'refuse') return void call.write(response.setError(refusal(fault.error)))
      const outcome = append(log, check, stream, expected, mine.proposed)
      if (fault?.kind === 'silence') return
      if (fault?.kind === 'loseAnswer') return void call.emit('error', connectionLost())
      call.write(fill(response, outcome, stream, expected))
    })
  }

const blank = () => new streams.BatchAppendReq.Options()

const fill = (response: streams.BatchAppendResp, outcome: Outcome, stream: string, expected: Expectation) => {
  switch (outcome.type) {
    case 'Stored': {
      const position = new shared.AllStreamPosition()
        .setCommitPosition(String(outcome.last?.commit))
        .setPreparePosition(String(outcome.last?.prepare))
      return response.setSuccess(
        new streams.BatchAppendResp.Success().setCurrentRevision(String(outcome.last?.revision)).setPosition(position),
      )
    }
    case 'WrongVersion': {
      const wrong = wrongVersion(outcome.current, expected)
      return response.setError(error(codes.Code.FAILED_PRECONDITION, 'WrongExpectedVersion', wrong))
    }
    case 'Deleted': {
      const deleted = new shared.StreamDeleted().setStreamIdentifier(identifier(stream))
      return response.setError(error(codes.Code.FAILED_PRECONDITION, 'StreamDeleted', deleted))
    }
    case 'TooBig': {
      const tooBig = new shared.MaximumAppendSizeExceeded().setMaxappendsize(largestAppend)
      return response.setError(error(codes.Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', tooBig))
    }
  }
}

const refusal = ({ code, details }: ServiceError) =>
  code === status.PERMISSION_DENIED
    ? error(codes.Code.PERMISSION_DENIED, 'AccessDenied', new shared.AccessDenied())
    : error(codes.Code.UNKNOWN, 'Unknown', new shared.Unknown()).setMessage(details)

const error = (code: codes.Code, kind: string, details: { readonly serializeBinary: () => Uint8Array }) => {
  const packed = new anys.Any()
  packed.pack(details.serializeBinary(), `event_store.client.${kind}`)
  return new statuses.Status().setCode(code).setMessage(kind).setDetails(packed)
}

const wrongVersion = (current: bigint, expected: Expectation) => {
  const wrong = new shared.WrongExpectedVersion()
  if (current < 0n) wrong.setCurrentNoStream(new empties.Empty())
  else wrong.setCurrentStreamRevision(String(current))
  if (expected === 'any') return wrong.setExpectedAny(new empties.Empty())
  if (expected === 'no_stream') return wrong.setExpectedNoStream(new empties.Empty())
  if (expected === 'stream_exists') return wrong.setExpectedStreamExists(new empties.Empty())
  return wrong.setExpectedStreamPosition(String(expected))
}
