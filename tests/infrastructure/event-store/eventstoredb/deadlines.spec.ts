import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { credentials } from '@grpc/grpc-js'
import empties from 'google-protobuf/google/protobuf/empty_pb.js'
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js'
import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { toStreamIdentifier, toStreamName } from '../../../support/eventstoredb-stand-in/messages.ts'
import type { StandInOptions } from '../../../support/eventstoredb-stand-in/server.ts'
import { standInServer } from './stand-in-server.ts'

/** Raw calls, because neither our adapter nor the client sends deadlines. */
const openBatchAppend = async (options: StandInOptions = {}) => {
  const standIn = await standInServer(options)
  const client = new streamsService.StreamsClient(`127.0.0.1:${standIn.port}`, credentials.createInsecure())
  const call = client.batchAppend()
  const answers: string[] = []
  call.on('error', () => undefined)
  call.on('data', (response: streams.BatchAppendResp) => {
    const stream = toStreamName(response.getStreamIdentifier())
    answers.push(`${stream}: ${response.getError()?.getMessage() ?? 'stored'}`)
  })
  onTestFinished(() => {
    call.cancel()
    client.close()
  })
  return {
    /** Starts an append with its first event; the function it returns sends the second and last one. */
    begin: (stream: string, deadline?: Date) => {
      const id = newUuid()
      call.write(withEvent(id).setOptions(optionsOf(stream, deadline)))
      return () => call.write(withEvent(id).setIsFinal(true))
    },
    /** Sends a whole append of one event. */
    append: (stream: string, deadline: Date) =>
      call.write(withEvent(newUuid()).setOptions(optionsOf(stream, deadline)).setIsFinal(true)),
    eventsIn: (stream: string) => standIn.log.stream(stream).length,
    answersAre: (expected: readonly string[]) => expect.poll(() => answers, { timeout: 10_000 }).toEqual(expected),
  }
}

const newUuid = () => new shared.UUID().setString(randomUUID())

const withEvent = (id: shared.UUID) => {
  const message = new streams.BatchAppendReq.ProposedMessage().setId(newUuid()).setData(Buffer.from('{}'))
  message.getMetadataMap().set('type', 'Tested').set('content-type', 'application/json')
  return new streams.BatchAppendReq().setCorrelationId(id).setProposedMessagesList([message])
}

const optionsOf = (stream: string, deadline?: Date) =>
  new streams.BatchAppendReq.Options()
    .setStreamIdentifier(toStreamIdentifier(stream))
    .setNoStream(new empties.Empty())
    .setDeadline(deadline && timestamps.Timestamp.fromDate(deadline))

const inMs = (ms: number) => new Date(Date.now() + ms)
const inAnHour = () => inMs(3_600_000)

it('an append whose deadline has passed when it arrives is answered with a timeout and never stored', async () => {
  const { append, answersAre, eventsIn } = await openBatchAppend()
  append('late', inMs(-1_000))
  await answersAre(['late: Timeout'])
  append('next', inAnHour())
  await answersAre(['late: Timeout', 'next: stored'])
  expect([eventsIn('late'), eventsIn('next')]).toEqual([0, 1])
})

it('an append that is incomplete at its deadline is answered with a timeout and never stored', async () => {
  const { begin, append, answersAre, eventsIn } = await openBatchAppend()
  const finish = begin('slow', inMs(200))
  await answersAre(['slow: Timeout'])
  finish()
  append('next', inAnHour())
  await answersAre(['slow: Timeout', 'next: stored'])
  expect([eventsIn('slow'), eventsIn('next')]).toEqual([0, 1])
})

it.each([
  ['without a deadline', undefined],
  ['whose deadline is later', inAnHour()],
])(
  'an append %s that is incomplete after the server’s write timeout is answered and never stored',
  async (_, later) => {
    const { begin, append, answersAre, eventsIn } = await openBatchAppend({ writeTimeoutMs: 200 })
    const finish = begin('slow', later)
    await answersAre(['slow: Timeout'])
    finish()
    append('next', inAnHour())
    await answersAre(['slow: Timeout', 'next: stored'])
    expect([eventsIn('slow'), eventsIn('next')]).toEqual([0, 1])
  },
)

it('an append that is complete before its deadline is stored and answered once', async () => {
  const { begin, answersAre, eventsIn } = await openBatchAppend()
  const finish = begin('soon', inMs(1_400))
  begin('never complete', inMs(1_800))
  finish()
  await answersAre(['soon: stored', 'never complete: Timeout'])
  expect([eventsIn('soon'), eventsIn('never complete')]).toEqual([2, 0])
})
