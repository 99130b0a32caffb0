import codes from '@eventstore/db-client/generated/code_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import {
  type handleBidiStreamingCall,
  type handleClientStreamingCall,
  type handleUnaryCall,
  type ServiceError,
  status,
} from '@grpc/grpc-js'
import anys from 'google-protobuf/google/protobuf/any_pb.js'
import empties from 'google-protobuf/google/protobuf/empty_pb.js'
import {
  append,
  type CommitCheck,
  type EventLog,
  type ExpectedRevision,
  type LoggedEvent,
  maxAppendBytes,
  type ProposedEvent,
  remove,
  type WriteOutcome,
} from './event-log.ts'
import { connectionLost, type Faults, rpcError, streamDeleted } from './faults.ts'
import { toExpectedRevision, toProposedEvent, toStreamIdentifier, toStreamName, toUuid } from './messages.ts'

interface PendingAppend {
  readonly options: streams.BatchAppendReq.Options
  readonly proposed: ProposedEvent[]
}

/** `BatchAppend`: one long call for all appends of a client, identified by correlation id. */
export const handleBatchAppend =
  (
    log: EventLog,
    check: CommitCheck,
    faults: Faults,
  ): handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp> =>
  (call) => {
    const pending = new Map<string, PendingAppend>()
    call.on('end', () => call.end())
    call.on('data', (request: streams.BatchAppendReq) => {
      const id = toUuid(request.getCorrelationId())
      const mine = pending.get(id) ?? { options: request.getOptions() ?? emptyOptions(), proposed: [] }
      pending.set(id, mine)
      mine.proposed.push(...request.getProposedMessagesList().map(toProposedEvent))
      if (!request.getIsFinal()) return
      pending.delete(id)
      const fault = faults.takeFault('batchAppend')
      // Only `not-leader` fails the whole call; other refusals concern a single append.
      const breaks = fault?.kind === 'refuse' && fault.error.metadata.get('exception')[0] === 'not-leader'
      if (breaks) return void call.emit('error', fault.error)
      const stream = toStreamName(mine.options.getStreamIdentifier())
      const expected = toExpectedRevision(mine.options, mine.options.getStreamPosition())
      const response = new streams.BatchAppendResp()
        .setCorrelationId(request.getCorrelationId())
        .setStreamIdentifier(toStreamIdentifier(stream))
      if (fault?.kind === 'refuse') return void call.write(response.setError(toStatus(fault.error)))
      const outcome = append(log, check, stream, expected, mine.proposed)
      if (fault?.kind === 'silence') return
      if (fault?.kind === 'loseAnswer') return void call.emit('error', connectionLost())
      call.write(toBatchResponse(response, outcome, stream, expected))
    })
  }

const emptyOptions = () => new streams.BatchAppendReq.Options()

const toBatchResponse = (
  response: streams.BatchAppendResp,
  outcome: WriteOutcome,
  stream: string,
  expected: ExpectedRevision,
) => {
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
      const wrong = batchWrongVersion(outcome.current, expected)
      return response.setError(error(codes.Code.FAILED_PRECONDITION, 'WrongExpectedVersion', wrong))
    }
    case 'Deleted': {
      const deleted = new shared.StreamDeleted().setStreamIdentifier(toStreamIdentifier(stream))
      return response.setError(error(codes.Code.FAILED_PRECONDITION, 'StreamDeleted', deleted))
    }
    case 'TooBig': {
      const tooBig = new shared.MaximumAppendSizeExceeded().setMaxappendsize(maxAppendBytes)
      return response.setError(error(codes.Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', tooBig))
    }
  }
}

const toStatus = ({ code, details }: ServiceError) =>
  code === status.PERMISSION_DENIED
    ? error(codes.Code.PERMISSION_DENIED, 'AccessDenied', new shared.AccessDenied())
    : error(codes.Code.UNKNOWN, 'Unknown', new shared.Unknown()).setMessage(details)

const error = (code: codes.Code, kind: string, details: { readonly serializeBinary: () => Uint8Array }) => {
  const packed = new anys.Any()
  packed.pack(details.serializeBinary(), `event_store.client.${kind}`)
  return new statuses.Status().setCode(code).setMessage(kind).setDetails(packed)
}

const batchWrongVersion = (current: bigint, expected: ExpectedRevision) => {
  const wrong = new shared.WrongExpectedVersion()
  if (current < 0n) wrong.setCurrentNoStream(new empties.Empty())
  else wrong.setCurrentStreamRevision(String(current))
  if (expected === 'any') return wrong.setExpectedAny(new empties.Empty())
  if (expected === 'no_stream') return wrong.setExpectedNoStream(new empties.Empty())
  if (expected === 'stream_exists') return wrong.setExpectedStreamExists(new empties.Empty())
  return wrong.setExpectedStreamPosition(String(expected))
}

/** `Append`: one call per append, for servers without `BatchAppend`. */
export const handleAppend =
  (
    log: EventLog,
    check: CommitCheck,
    faults: Faults,
  ): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> =>
  (call, answer) => {
    const fault = faults.takeFault('append')
    const proposed: ProposedEvent[] = []
    let options = new streams.AppendReq.Options()
    call.on('data', (request: streams.AppendReq) => {
      options = request.getOptions() ?? options
      const message = request.getProposedMessage()
      if (message) proposed.push(toProposedEvent(message))
    })
    call.on('end', () => {
      if (fault?.kind === 'refuse') return answer(fault.error)
      const stream = toStreamName(options.getStreamIdentifier())
      const expected = toExpectedRevision(options, options.getRevision())
      const outcome = append(log, check, stream, expected, proposed)
      if (fault?.kind === 'silence') return
      if (fault?.kind === 'loseAnswer') return answer(connectionLost())
      const response = toAppendResponse(outcome, stream, expected)
      if (response instanceof streams.AppendResp) answer(null, response)
      else answer(response)
    })
  }

const toAppendResponse = (
  outcome: WriteOutcome,
  stream: string,
  expected: ExpectedRevision,
): streams.AppendResp | ServiceError => {
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
      return new streams.AppendResp().setWrongExpectedVersion(appendWrongVersion(outcome.current, expected))
    case 'Deleted':
      return streamDeleted(stream)
    case 'TooBig':
      return rpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${maxAppendBytes} Exceeded.`, {
        exception: 'maximum-append-size-exceeded',
        'maximum-append-size': String(maxAppendBytes),
      })
  }
}

const appendWrongVersion = (current: bigint, expected: ExpectedRevision) => {
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (current < 0n) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(String(current))
  if (expected === 'any') return wrong.setExpectedAny(new shared.Empty())
  if (expected === 'no_stream') return wrong.setExpectedNoStream(new shared.Empty())
  if (expected === 'stream_exists') return wrong.setExpectedStreamExists(new shared.Empty())
  return wrong.setExpectedRevision(String(expected))
}

/** `Delete`: hides the stream, which may start again. */
export const handleDelete = (
  log: EventLog,
  check: CommitCheck,
  faults: Faults,
): handleUnaryCall<streams.DeleteReq, streams.DeleteResp> =>
  deleteHandler(log, check, faults, false, (last) =>
    new streams.DeleteResp().setPosition(
      new streams.DeleteResp.Position()
        .setCommitPosition(String(last?.commit))
        .setPreparePosition(String(last?.prepare)),
    ),
  )

/** `Tombstone`: deletes the stream permanently. */
export const handleTombstone = (
  log: EventLog,
  check: CommitCheck,
  faults: Faults,
): handleUnaryCall<streams.TombstoneReq, streams.TombstoneResp> =>
  deleteHandler(log, check, faults, true, (last) =>
    new streams.TombstoneResp().setPosition(
      new streams.TombstoneResp.Position()
        .setCommitPosition(String(last?.commit))
        .setPreparePosition(String(last?.prepare)),
    ),
  )

const deleteHandler =
  <Request extends streams.DeleteReq | streams.TombstoneReq, Response>(
    log: EventLog,
    check: CommitCheck,
    faults: Faults,
    forGood: boolean,
    done: (last: LoggedEvent | undefined) => Response,
  ): handleUnaryCall<Request, Response> =>
  (call, answer) => {
    const fault = faults.takeFault('delete')
    if (fault?.kind === 'refuse') return answer(fault.error)
    const options = call.request.getOptions() ?? new streams.DeleteReq.Options()
    const stream = toStreamName(options.getStreamIdentifier())
    const outcome = remove(log, check, stream, toExpectedRevision(options, options.getRevision()), forGood)
    if (outcome.type === 'Stored') return answer(null, done(outcome.last))
    if (outcome.type !== 'WrongVersion') return answer(streamDeleted(stream))
    answer(
      rpcError(status.FAILED_PRECONDITION, 'Delete failed due to WrongExpectedVersion.', {
        exception: 'wrong-expected-version',
        'stream-name': stream,
        'actual-version': String(outcome.current),
      }),
    )
  }
