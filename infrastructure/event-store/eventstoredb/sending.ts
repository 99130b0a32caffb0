import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { NewEvent, Version } from '../../../application/ports/event-store.ts'
import { ofSingle, type Send } from './answers.ts'
import { batchLine } from './batch-line.ts'
import type { Connection } from './connection.ts'
import { identifier, proposed } from './messages.ts'
import { revisionOf } from './places.ts'

/** Over the one long call where the server has it, otherwise each append in a call of its own. */
export const sender = (connection: Connection): Send => {
  const line = batchLine(connection)
  return async (stream, before, events) => {
    const batch = await line()
    return batch ? batch(stream, before, events) : sendAlone(connection, stream, before, events)
  }
}

const sendAlone = async (connection: Connection, stream: string, before: Version, events: readonly NewEvent[]) => {
  const response = await connection.ask(
    'append',
    { requiresLeader: true },
    (client, metadata, options) =>
      new Promise<streams.AppendResp>((resolve, reject) => {
        const call = client.append(metadata, options, (error, response) => {
          if (error) reject(error)
          else resolve(response)
        })
        call.on('error', reject)
        call.write(new streams.AppendReq().setOptions(onVersion(stream, before)))
        for (const event of events)
          call.write(
            new streams.AppendReq().setProposedMessage(proposed(new streams.AppendReq.ProposedMessage(), event)),
          )
        call.end()
      }),
  )
  return ofSingle(response)
}

const onVersion = (stream: string, before: Version) => {
  const options = new streams.AppendReq.Options().setStreamIdentifier(identifier(stream))
  return before === 0 ? options.setNoStream(new shared.Empty()) : options.setRevision(revisionOf(before))
}
