import shared from '@eventstore/db-client/generated/shared_pb.js'
import type statuses from '@eventstore/db-client/generated/status_pb.js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { status as grpc } from '@grpc/grpc-js'
import type { Appended, EventStoreFailure, NewEvent, Version } from '../../../application/ports/event-store.ts'
import { deletedForGood, rpcError, tooBig } from './failures.ts'
import { positionOf, versionOf } from './places.ts'

/** What the server said of one append; anything else is thrown, and leaves its outcome unknown. */
export type Answer =
  | ({ readonly type: 'Appended' } & Appended)
  | { readonly type: 'WrongVersion'; readonly actual: Version }
  | { readonly type: 'Refused'; readonly failure: EventStoreFailure }

/**
 * Sends one append on the very version `before`, never on less: with a revision the server knows an append again for
 * ever, without one only while it happens to be in a cache.
 */
export type Send = (stream: string, before: Version, events: readonly NewEvent[]) => Promise<Answer>

type Success = streams.BatchAppendResp.Success | streams.AppendResp.Success

export const ofBatch = (response: streams.BatchAppendResp): Answer => {
  const success = response.getSuccess()
  return success ? appended(success) : refused(response.getError())
}

export const ofSingle = (response: streams.AppendResp): Answer => {
  const success = response.getSuccess()
  if (success) return appended(success)
  const wrong = response.getWrongExpectedVersion()
  return {
    type: 'WrongVersion',
    actual: wrong?.hasCurrentRevision() === true ? versionOf(wrong.getCurrentRevision()) : 0,
  }
}

const appended = (success: Success): Answer => {
  const position = success.getPosition()
  if (!position) throw new Error('appended, but the server does not say where')
  return {
    type: 'Appended',
    version: versionOf(success.getCurrentRevision()),
    position: positionOf({ commit: position.getCommitPosition(), prepare: position.getPreparePosition() }),
  }
}

const refused = (status: statuses.Status | undefined): Answer => {
  const details = status?.getDetails()
  switch (details?.getTypeName() ?? '') {
    case 'event_store.client.WrongExpectedVersion': {
      const wrong = shared.WrongExpectedVersion.deserializeBinary(details?.getValue_asU8() ?? new Uint8Array())
      return {
        type: 'WrongVersion',
        actual: wrong.hasCurrentStreamRevision() ? versionOf(wrong.getCurrentStreamRevision()) : 0,
      }
    }
    case 'event_store.client.StreamDeleted':
      return { type: 'Refused', failure: deletedForGood }
    case 'event_store.client.MaximumAppendSizeExceeded':
      return { type: 'Refused', failure: tooBig }
    case 'event_store.client.AccessDenied':
      throw rpcError(grpc.PERMISSION_DENIED, 'access denied')
    default:
      throw new Error(`the server answered ${status?.getMessage() ?? 'nothing'}`)
  }
}
