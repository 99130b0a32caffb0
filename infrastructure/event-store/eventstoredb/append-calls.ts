import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { type ClientDuplexStream, status } from '@grpc/grpc-js'
import { randomUUID } from 'node:crypto'
import type { NewEvent, Version } from '../../../application/ports/event-store.ts'
import type { Connection } from './connection.ts'
import {
  type AppendResult,
  batchResult,
  type SendAppend,
  singleResult,
  streamIdentifier,
  toProposedMessage,
  toRevision,
} from './messages.ts'
import { rpcError } from './retry.ts'

/** Uses `BatchAppend` if the server supports it, otherwise one `Append` call per append. */
export const appendSender = (connection: Connection): SendAppend => {
  const getBatchCall = sharedBatchCall(connection)
  return async (stream, before, events) => {
    const batch = await getBatchCall()
    return batch ? batch(stream, before, events) : sendSingle(connection, stream, before, events)
  }
}

const sendSingle = async (connection: Connection, stream: string, before: Version, events: readonly NewEvent[]) => {
  const response = await connection.unary(
    'append',
    { requiresLeader: true },
    (client, metadata, options) =>
      new Promise<streams.AppendResp>((resolve, reject) => {
        const call = client.append(metadata, options, (error, response) => {
          if (error) reject(error)
          else resolve(response)
        })
        call.on('error', reject)
        call.write(new streams.AppendReq().setOptions(revisionOptions(stream, before)))
        for (const event of events)
          call.write(
            new streams.AppendReq().setProposedMessage(
              toProposedMessage(new streams.AppendReq.ProposedMessage(), event),
            ),
          )
        call.end()
      }),
  )
  return singleResult(response)
}

const revisionOptions = (stream: string, before: Version) => {
  const options = new streams.AppendReq.Options().setStreamIdentifier(streamIdentifier(stream))
  return before === 0 ? options.setNoStream(new shared.Empty()) : options.setRevision(toRevision(before))
}

type BatchCall = ClientDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>
interface PendingResponse {
  readonly resolve: (answer: AppendResult) => void
  readonly reject: (error: unknown) => void
  readonly timer: NodeJS.Timeout
}

/**
 * One long-lived `BatchAppend` call shared by all appends; null if the server does not support it. The client's own
 * implementation keeps pending appends in one map per process: losing one connection rejects the appends of all of
 * them, and a late response throws an unhandled error.
 */
const sharedBatchCall = (connection: Connection): (() => Promise<SendAppend | null>) => {
  let batchCall: Promise<SendAppend | null> | null = null

  const open = async () => {
    if (!(await connection.supportsBatchAppend())) return null
    const call = await connection.stream('batchAppend', { requiresLeader: true }, (client, metadata, options) =>
      client.batchAppend(metadata, options),
    )
    return sendOver(call, connection, () => {
      batchCall = null
    })
  }
  const getCall = async () => {
    batchCall ??= open()
    const ownCall = batchCall
    try {
      const send = await ownCall
      if (send === null && batchCall === ownCall) batchCall = null
      return send
    } catch (error) {
      if (batchCall === ownCall) batchCall = null
      throw error
    }
  }
  return getCall
}

const sendOver = (call: BatchCall, connection: Connection, onLost: () => void): SendAppend => {
  const pendingResponses = new Map<string, PendingResponse>()
  let failure: unknown = null

  const take = (id: string) => {
    const pending = pendingResponses.get(id)
    pendingResponses.delete(id)
    clearTimeout(pending?.timer)
    return pending
  }
  const failAll = (error: unknown) => {
    if (failure !== null) return
    failure = error
    onLost()
    for (const id of pendingResponses.keys()) take(id)?.reject(error)
  }
  call.on('data', (response: streams.BatchAppendResp) => {
    const pending = take(response.getCorrelationId()?.getString() ?? '')
    try {
      pending?.resolve(batchResult(response))
    } catch (error) {
      pending?.reject(error)
      connection.leaveUnusable(error, call)
    }
  })
  call.on('error', failAll)
  call.on('end', () => failAll(rpcError(status.UNAVAILABLE, 'the server ended the call')))

  return (stream, before, events) =>
    new Promise((resolve, reject) => {
      if (failure !== null) return reject(failure)
      const id = randomUUID()
      const expire = () => {
        const error = rpcError(status.DEADLINE_EXCEEDED, 'no response in time')
        take(id)?.reject(error)
        connection.leaveUnusable(error, call)
      }
      const timer = setTimeout(expire, connection.deadlineMs())
      pendingResponses.set(id, { resolve, reject, timer })
      call.write(batchRequest(id, stream, before, events))
    })
}

const batchRequest = (id: string, stream: string, before: Version, events: readonly NewEvent[]) => {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(streamIdentifier(stream))
  if (before === 0) options.setNoStream(new shared.Empty())
  else options.setStreamPosition(toRevision(before))
  return new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(
      events.map((event) => toProposedMessage(new streams.BatchAppendReq.ProposedMessage(), event)),
    )
    .setIsFinal(true)
}
