import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { credentials, type ServiceError, status } from '@grpc/grpc-js'
import type { EventEmitter } from 'node:events'
import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { toStreamIdentifier } from '../../../support/eventstoredb-stand-in/messages.ts'
import { event, events, idsOf, listen, ok } from '../../../contract/event-store/test-kit.ts'
import { openStore, restartServer, standInServer } from './stand-in-server.ts'

/** Raw calls show the codes that the client and the adapter translate or retry. */
const openServer = async () => {
  const standIn = await standInServer()
  const client = new streamsService.StreamsClient(`127.0.0.1:${standIn.port}`, credentials.createInsecure())
  onTestFinished(() => client.close())
  await new Promise((resolve, reject) => {
    client.waitForReady(Date.now() + 5_000, (error) => (error ? reject(error) : resolve(null)))
  })
  return { standIn, client }
}

const endOf = (call: EventEmitter) =>
  new Promise<status>((resolve) => {
    call.on('error', ({ code }: ServiceError) => resolve(code))
    call.on('end', () => resolve(status.OK))
  })

const newUuid = () => new shared.UUID().setString(randomUUID())

const proposed = <M extends streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage>(message: M) => {
  message.setId(newUuid()).setData(Buffer.from('{}'))
  message.getMetadataMap().set('type', 'Tested').set('content-type', 'application/json')
  return message
}

it('an append that is still being sent when the server stops is answered UNAVAILABLE and never stored', async () => {
  const { standIn, client } = await openServer()
  const answered = new Promise<unknown>((resolve) => {
    const call = client.append((error, response) => resolve(error?.code ?? response))
    call.on('error', () => undefined)
    const options = new streams.AppendReq.Options().setStreamIdentifier(toStreamIdentifier('wallet-1'))
    call.write(new streams.AppendReq().setOptions(options.setAny(new shared.Empty())))
    call.write(new streams.AppendReq().setProposedMessage(proposed(new streams.AppendReq.ProposedMessage())))
  })
  await expect.poll(() => standIn.calls).toContain('append')
  await standIn.stopGracefully()
  expect(await answered).toBe(status.UNAVAILABLE)
  expect(standIn.log.stream('wallet-1')).toEqual([])
})

it('a stopping server refuses the appends of an open batch call one by one, and then cancels the call', async () => {
  const { standIn, client } = await openServer()
  const call = client.batchAppend()
  const [answers, ended] = [[] as (string | undefined)[], endOf(call)]
  call.on('data', (response: streams.BatchAppendResp) => answers.push(response.getError()?.getMessage()))
  const append = () => {
    const options = new streams.BatchAppendReq.Options().setStreamIdentifier(toStreamIdentifier('wallet-1'))
    call.write(
      new streams.BatchAppendReq()
        .setCorrelationId(newUuid())
        .setOptions(options.setStreamPosition('0'))
        .setProposedMessagesList([proposed(new streams.BatchAppendReq.ProposedMessage())])
        .setIsFinal(true),
    )
  }
  append()
  await expect.poll(() => answers).toEqual(['WrongExpectedVersion'])
  const stopped = standIn.stopGracefully()
  append()
  await expect.poll(() => answers).toEqual(['WrongExpectedVersion', 'Server Is Not Ready'])
  await stopped
  expect(await ended).toBe(status.CANCELLED)
})

it('a subscription is cancelled by a stopping server, and ours continues with the next one', async () => {
  const { standIn, client } = await openServer()
  const store = openStore(standIn.connectionString)
  const written = events(2)
  await ok(store.append('wallet-1', 'none', written))
  const options = new streams.ReadReq.Options()
    .setAll(new streams.ReadReq.Options.AllOptions().setStart(new shared.Empty()))
    .setSubscription(new streams.ReadReq.Options.SubscriptionOptions())
  const ended = endOf(client.read(new streams.ReadReq().setOptions(options)).on('data', () => undefined))
  const reader = listen(store, 'wallet', null)
  await reader.until(2)
  await standIn.stopGracefully()
  expect(await ended).toBe(status.CANCELLED)
  await restartServer(standIn)
  const later = event()
  await ok(openStore(standIn.connectionString).append('wallet-1', 2, [later]))
  await reader.until(3)
  expect(idsOf(await reader.stop())).toEqual(idsOf([...written, later]))
})
