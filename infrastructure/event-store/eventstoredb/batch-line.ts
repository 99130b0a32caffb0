import { randomUUID } from 'node:crypto'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { status, type ClientDuplexStream } from '@grpc/grpc-js'
import type { NewEvent, Version } from '../../../application/ports/event-store.ts'
import { type Answer, ofBatch, type Send } from './answers.ts'
import type { Connection } from './connection.ts'
import { rpcError } from './failures.ts'
import { identifier, proposed } from './messages.ts'
import { revisionOf } from './places.ts'

type Line = ClientDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>
interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
  readonly timer: NodeJS.Timeout
}

/**
 * The one long call all appends share; null where the server is too old for it. The client has its own, but that one
 * keeps what waits in one map for the whole process: a connection lost rejects everybody's appends, and an answer that
 * comes after that is thrown into the void.
 */
export const batchLine = (connection: Connection): (() => Promise<Send | null>) => {
  let line: Promise<Send | null> | null = null

  const open = async () => {
    if (!(await connection.batches())) return null
    const call = await connection.open('batchAppend', { requiresLeader: true }, (client, metadata, options) =>
      client.batchAppend(metadata, options),
    )
    return sendOver(call, connection.deadline, () => {
      line = null
    })
  }
  const opened = async () => {
    line ??= open()
    const mine = line
    try {
      const send = await mine
      if (send === null && line === mine) line = null
      return send
    } catch (error) {
      if (line === mine) line = null
      throw error
    }
  }
  return opened
}

const sendOver = (call: Line, deadline: () => number, lost: () => void): Send => {
  const waiting = new Map<string, Waiting>()
  let loss: unknown = null

  const take = (id: string) => {
    const one = waiting.get(id)
    waiting.delete(id)
    clearTimeout(one?.timer)
    return one
  }
  const lose = (error: unknown) => {
    if (loss !== null) return
    loss = error
    lost()
    for (const id of waiting.keys()) take(id)?.reject(error)
  }
  call.on('data', (response: streams.BatchAppendResp) => {
    const one = take(response.getCorrelationId()?.getString() ?? '')
    try {
      one?.resolve(ofBatch(response))
    } catch (error) {
      one?.reject(error)
    }
  })
  call.on('error', lose)
  call.on('end', () => lose(rpcError(status.UNAVAILABLE, 'the server ended the call')))

  return (stream, before, events) =>
    new Promise((resolve, reject) => {
      if (loss !== null) return reject(loss)
      const id = randomUUID()
      const timer = setTimeout(
        () => take(id)?.reject(rpcError(status.DEADLINE_EXCEEDED, 'no answer in time')),
        deadline(),
      )
      waiting.set(id, { resolve, reject, timer })
      call.write(request(id, stream, before, events))
    })
}

const request = (id: string, stream: string, before: Version, events: readonly NewEvent[]) => {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(identifier(stream))
  if (before === 0) options.setNoStream(new shared.Empty())
  else options.setStreamPosition(revisionOf(before))
  return new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(events.map((event) => proposed(new streams.BatchAppendReq.ProposedMessage(), event)))
    .setIsFinal(true)
}
