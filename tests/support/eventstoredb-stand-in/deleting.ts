import streams from '@eventstore/db-client/generated/streams_pb.js'
import { status, type handleUnaryCall } from '@grpc/grpc-js'
import type { CommitCheck } from './commit-check.ts'
import type { EventLog, Logged } from './event-log.ts'
import { rpcError, streamDeleted, type Faults } from './faults.ts'
import { remove } from './storage.ts'
import { expectationIn, nameIn } from './wire.ts'

/** `Delete`: the stream is hidden and may begin again. */
export const softDeletion = (
  log: EventLog,
  check: CommitCheck,
  faults: Faults,
): handleUnaryCall<streams.DeleteReq, streams.DeleteResp> =>
  deletion(log, check, faults, false, (last) =>
    new streams.DeleteResp().setPosition(
      new streams.DeleteResp.Position()
        .setCommitPosition(String(last?.commit))
        .setPreparePosition(String(last?.prepare)),
    ),
  )

/** `Tombstone`: the stream is gone for good. */
export const tombstoning = (
  log: EventLog,
  check: CommitCheck,
  faults: Faults,
): handleUnaryCall<streams.TombstoneReq, streams.TombstoneResp> =>
  deletion(log, check, faults, true, (last) =>
    new streams.TombstoneResp().setPosition(
      new streams.TombstoneResp.Position()
        .setCommitPosition(String(last?.commit))
        .setPreparePosition(String(last?.prepare)),
    ),
  )

const deletion =
  <Request extends streams.DeleteReq | streams.TombstoneReq, Response>(
    log: EventLog,
    check: CommitCheck,
    faults: Faults,
    forGood: boolean,
    done: (last: Logged | undefined) => Response,
  ): handleUnaryCall<Request, Response> =>
  (call, answer) => {
    const fault = faults.meet('delete')
    if (fault?.kind === 'refuse') return answer(fault.error)
    const options = call.request.getOptions() ?? new streams.DeleteReq.Options()
    const stream = nameIn(options.getStreamIdentifier())
    const outcome = remove(log, check, stream, expectationIn(options, options.getRevision()), forGood)
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
