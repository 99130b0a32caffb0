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
import { setTimeout as pause } from 'node:timers/promises'
import type { LoggedEvent, ProposedEvent } from './event-log.ts'
import { connectionLost, rpcError, streamDeleted } from './faults.ts'
import { toExpectedRevision, toProposedEvent, toStreamIdentifier, toStreamName, toUuid } from './messages.ts'
import type { CommittedOutcome, StandInNode } from './node.ts'
import { append, type ExpectedRevision, maxAppendBytes, remove } from './stream-rules.ts'

interface PendingAppend {
  readonly options: streams.BatchAppendReq.Options
  readonly proposed: ProposedEvent[]
}

/** `BatchAppend`: one long call for all appends of a client, identified by correlation id. */
export const handleBatchAppend =
  (node: StandInNode): handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp> =>
  (call) => {
    const pending = new Map<string, PendingAppend>()
    const timers = new Set<NodeJS.Timeout>()
    let unanswered = 0
    let isEnding = false
    const endIfAnswered = () => {
      if (isEnding && unanswered === 0) call.end()
    }
    const write = (response: streams.BatchAppendResp) => {
      if (!call.cancelled && !call.destroyed && !call.writableEnded) call.write(response)
    }
    node.track(call)
    call.on('cancelled', () => timers.forEach((timer) => clearTimeout(timer)))
    call.on('end', () => {
      isEnding = true
      endIfAnswered()
    })

    const answer = async ({ options, proposed }: PendingAppend, response: streams.BatchAppendResp) => {
      const fault = node.faults.takeFault('batchAppend')
      const refusal = fault?.kind === 'refuse' ? fault.error : node.refusal('write', call.metadata)
      // Only `not-leader` fails the whole call; other refusals concern a single append.
      if (refusal?.metadata.get('exception')[0] === 'not-leader') return void call.emit('error', refusal)
      if (refusal) return write(response.setError(toStatus(refusal)))
      const stream = toStreamName(options.getStreamIdentifier())
      const expected = toExpectedRevision(options, options.getStreamPosition())
      const outcome = append(node.log, node.check(), stream, expected, proposed)
      if (fault?.kind === 'silence') return
      if (fault?.kind === 'loseAnswer') return void call.emit('error', connectionLost())
      if (fault?.kind === 'delayAnswer') await pause(fault.ms)
      const committed = fault?.kind === 'timeOut' ? timedOut : await node.whenCommitted(outcome)
      const shown = fault?.kind === 'omitPosition' && committed.type === 'Stored'
      write(toBatchResponse(response, shown ? { ...committed, event: null } : committed, stream, expected))
    }
    const expire = (id: string, response: streams.BatchAppendResp) => {
      if (pending.delete(id)) write(response.setError(timeout()))
    }

    call.on('data', (request: streams.BatchAppendReq) => {
      const id = toUuid(request.getCorrelationId())
      const options = request.getOptions()
      const response = new streams.BatchAppendResp().setCorrelationId(request.getCorrelationId())
      if (options) {
        response.setStreamIdentifier(options.getStreamIdentifier())
        const requestedMs = (options.getDeadline()?.toDate().getTime() ?? Infinity) - Date.now()
        if (requestedMs <= 0) return write(response.setError(timeout()))
        pending.set(id, { options, proposed: [] })
        timers.add(setTimeout(() => expire(id, response), Math.min(requestedMs, node.writeTimeoutMs)).unref())
      }
      const mine = pending.get(id)
      // An append whose deadline has passed is not stored, however much of it still arrives.
      if (!mine) return
      mine.proposed.push(...request.getProposedMessagesList().map(toProposedEvent))
      if (!request.getIsFinal()) return
      pending.delete(id)
      unanswered++
      void answer(mine, response.setStreamIdentifier(mine.options.getStreamIdentifier())).finally(() => {
        unanswered--
        endIfAnswered()
      })
    })
  }

const timedOut: CommittedOutcome = { type: 'TimedOut' }
const timeout = () => error(codes.Code.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout())

const toBatchResponse = (
  response: streams.BatchAppendResp,
  outcome: CommittedOutcome,
  stream: string,
  expected: ExpectedRevision,
) => {
  switch (outcome.type) {
    case 'Stored': {
      const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(outcome.revision))
      return response.setSuccess(
        outcome.event === null
          ? success.setNoPosition(new empties.Empty())
          : success.setPosition(withPosition(new shared.AllStreamPosition(), outcome.event)),
      )
    }
    case 'TimedOut':
      return response.setError(timeout())
    case 'WrongVersion': {
      const wrong = batchWrongVersion(outcome.current, expected)
      return response.setError(error(codes.Code.ALREADY_EXISTS, 'WrongExpectedVersion', wrong))
    }
    case 'Deleted': {
      const deleted = new shared.StreamDeleted().setStreamIdentifier(toStreamIdentifier(stream))
      return response.setError(error(codes.Code.NOT_FOUND, 'StreamDeleted', deleted))
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
    : new statuses.Status().setMessage(details).setDetails(packed('google.protobuf.Empty', new empties.Empty()))

interface Message {
  readonly serializeBinary: () => Uint8Array
}

const error = (code: codes.Code, kind: string, details: Message) =>
  new statuses.Status()
    .setCode(code)
    .setMessage(kind)
    .setDetails(packed(`event_store.client.${kind}`, details))

const packed = (type: string, message: Message) => {
  const any = new anys.Any()
  any.pack(message.serializeBinary(), type)
  return any
}

interface PositionMessage {
  readonly setCommitPosition: (commit: string) => unknown
  readonly setPreparePosition: (prepare: string) => unknown
}

const withPosition = <M extends PositionMessage>(message: M, { commit, prepare }: LoggedEvent): M => {
  message.setCommitPosition(String(commit))
  message.setPreparePosition(String(prepare))
  return message
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
  (node: StandInNode): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> =>
  (call, answer) => {
    const fault = node.faults.takeFault('append')
    const proposed: ProposedEvent[] = []
    let isLost = false
    const forget = node.track(call, () => {
      isLost = true
      answer(connectionLost())
    })
    let options = new streams.AppendReq.Options()
    call.on('data', (request: streams.AppendReq) => {
      options = request.getOptions() ?? options
      const message = request.getProposedMessage()
      if (message) proposed.push(toProposedEvent(message))
    })
    const respond = async () => {
      forget()
      if (isLost) return
      const refusal = fault?.kind === 'refuse' ? fault.error : node.refusal('write', call.metadata)
      if (refusal) return answer(refusal)
      const stream = toStreamName(options.getStreamIdentifier())
      const expected = toExpectedRevision(options, options.getRevision())
      const outcome = append(node.log, node.check(), stream, expected, proposed)
      if (fault?.kind === 'silence') return
      if (fault?.kind === 'loseAnswer') return answer(connectionLost())
      if (fault?.kind === 'delayAnswer') await pause(fault.ms)
      const committed = fault?.kind === 'timeOut' ? timedOut : await node.whenCommitted(outcome)
      const shown = fault?.kind === 'omitPosition' && committed.type === 'Stored'
      const response = toAppendResponse(shown ? { ...committed, event: null } : committed, stream, expected)
      if (response instanceof streams.AppendResp) answer(null, response)
      else answer(response)
    }
    call.on('end', () => void respond())
  }

const toAppendResponse = (
  outcome: CommittedOutcome,
  stream: string,
  expected: ExpectedRevision,
): streams.AppendResp | ServiceError => {
  switch (outcome.type) {
    case 'Stored': {
      const success = new streams.AppendResp.Success().setCurrentRevision(String(outcome.revision))
      return new streams.AppendResp().setSuccess(
        outcome.event === null
          ? success.setNoPosition(new shared.Empty())
          : success.setPosition(withPosition(new streams.AppendResp.Position(), outcome.event)),
      )
    }
    case 'TimedOut':
      return aborted()
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

const aborted = () => rpcError(status.ABORTED, 'Operation timed out: Commit phase timeout.')

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
export const handleDelete = (node: StandInNode): handleUnaryCall<streams.DeleteReq, streams.DeleteResp> =>
  deleteHandler(node, false, (last) =>
    new streams.DeleteResp().setPosition(withPosition(new streams.DeleteResp.Position(), last)),
  )

/** `Tombstone`: deletes the stream permanently. */
export const handleTombstone = (node: StandInNode): handleUnaryCall<streams.TombstoneReq, streams.TombstoneResp> =>
  deleteHandler(node, true, (last) =>
    new streams.TombstoneResp().setPosition(withPosition(new streams.TombstoneResp.Position(), last)),
  )

const deleteHandler =
  <Request extends streams.DeleteReq | streams.TombstoneReq, Response>(
    node: StandInNode,
    forGood: boolean,
    done: (last: LoggedEvent) => Response,
  ): handleUnaryCall<Request, Response> =>
  (call, answer) => {
    const fault = node.faults.takeFault('delete')
    const refusal = fault?.kind === 'refuse' ? fault.error : node.refusal('write', call.metadata)
    if (refusal) return answer(refusal)
    const options = call.request.getOptions() ?? new streams.DeleteReq.Options()
    const stream = toStreamName(options.getStreamIdentifier())
    const expected = toExpectedRevision(options, options.getRevision())
    const respond = async () => {
      const outcome = await node.whenCommitted(remove(node.log, node.check(), stream, expected, forGood))
      if (outcome.type === 'Stored' && outcome.event) return answer(null, done(outcome.event))
      if (outcome.type === 'TimedOut') return answer(aborted())
      if (outcome.type !== 'WrongVersion') return answer(streamDeleted(stream))
      const [before, actual] = [expectedNumber(expected), String(outcome.current)]
      answer(
        rpcError(
          status.FAILED_PRECONDITION,
          `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${before}, Actual version: ${actual}`,
          {
            exception: 'wrong-expected-version',
            'stream-name': stream,
            'expected-version': before,
            'actual-version': actual,
          },
        ),
      )
    }
    void respond()
  }

/** The server's numbers for expectations. */
const expectedNumber = (expected: ExpectedRevision): string =>
  String({ no_stream: -1, any: -2, stream_exists: -4 }[expected as string] ?? expected)
