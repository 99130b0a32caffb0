import { binaryEvent, jsonEvent } from '@eventstore/db-client'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { E } from '../../../../domain/kernel/fp.ts'
import { event, events, everythingAfter, idsOf, listen, ok } from '../../../contract/event-store/test-kit.ts'
import { appendModes, openStore, operatorClient, standInServer } from './stand-in-server.ts'

it('system events of the server never appear and do not shorten a page', async () => {
  const standIn = await standInServer()
  const [store, operator] = [openStore(standIn.connectionString), operatorClient(standIn)]
  const reader = listen(store, '', null)
  expect(await ok(store.head())).toBeNull()
  const writtenIds: string[] = []
  for (let n = 0; n < 6; n++) {
    const written = event()
    writtenIds.push(written.id)
    await ok(store.append(`wallet-${n}`, 'none', [written]))
    await operator.setStreamMetadata(`wallet-${n}`, { maxCount: 100 })
    await operator.appendToStream(`gone-${n}`, jsonEvent({ id: randomUUID(), type: '$>', data: '0@wallet-0' }))
    await operator.tombstoneStream(`gone-${n}`)
  }
  expect(standIn.log.all).toHaveLength(25)
  for (const limit of [1, 2, 5, 6, 100]) {
    expect(idsOf(await ok(store.readAll(null, limit)))).toEqual(writtenIds.slice(0, limit))
    expect(idsOf(await everythingAfter(store, null, limit))).toEqual(writtenIds)
  }
  await reader.until(6)
  expect(idsOf(await reader.stop())).toEqual(writtenIds)
  expect(await ok(store.head())).toBe((await ok(store.read('wallet-5')))[0]?.position)
  expect(await ok(store.read('$users'))).toEqual([])
})

it('an event in a stream whose name no append accepts is not part of the log', async () => {
  const standIn = await standInServer()
  const [store, operator] = [openStore(standIn.connectionString), operatorClient(standIn)]
  const reader = listen(store, '', null)
  const [first, second] = [event(), event()]
  await ok(store.append('wallet-1', 'none', [first]))
  for (const stream of ['wallet-a\0b', 'wallet-\u2028', `wallet-${'x'.repeat(300)}`])
    await operator.appendToStream(stream, jsonEvent({ id: randomUUID(), type: 'Credited', data: {} }))
  expect(await ok(store.head())).toBe((await ok(store.read('wallet-1')))[0]?.position)
  await ok(store.append('wallet-1', 1, [second]))
  expect(idsOf(await ok(store.readAll(null, 10)))).toEqual(idsOf([first, second]))
  expect(idsOf(await reader.until(2))).toEqual(idsOf([first, second]))
  await reader.stop()
})

it('system streams are filtered by the server: a page costs one call', async () => {
  const standIn = await standInServer()
  const [store, operator] = [openStore(standIn.connectionString), operatorClient(standIn)]
  for (let n = 0; n < 4; n++) {
    await ok(store.append(`wallet-${n}`, 'none', [event()]))
    for (let m = 0; m < 5; m++) await operator.setStreamMetadata(`wallet-${n}`, { maxCount: 100 + m })
  }
  const before = standIn.calls.length
  expect(await ok(store.readAll(null, 4))).toHaveLength(4)
  expect(await ok(store.head())).toBe((await ok(store.read('wallet-3')))[0]?.position)
  expect(standIn.calls.slice(before)).toEqual(['read', 'read', 'read'])
})

it('a name with half a surrogate pair is distinguished from its encoded form', async () => {
  const store = openStore((await standInServer()).connectionString)
  await ok(store.append('wallet-\ufffd', 'none', [event()]))
  expect(await ok(store.read('wallet-\ud83d'))).toEqual([])
})

it('names reserved by the server are refused', async () => {
  const store = openStore((await standInServer()).connectionString)
  for (const [stream, type] of [
    ['$users', 'Happened'],
    ['$$wallet-1', 'Happened'],
    ['wallet-1', '$metadata'],
    ['wallet-1', '$>'],
  ] as const)
    expect(await store.append(stream, 'any', [{ ...event(), type }])()).toMatchObject(E.left({ type: 'Malformed' }))
  await ok(store.append('wallet-1', 'none', [{ ...event(), type: '$ pending' }]))
  expect(await ok(store.readAll(null, 10))).toHaveLength(1)
})

it('a position keeps both numbers, so that explicit transactions are read from any event without a gap', async () => {
  const standIn = await standInServer()
  const store = openStore(standIn.connectionString)
  await ok(store.append('wallet-1', 'none', [event()]))
  standIn.log.writeTransaction('wallet-2', events(4).map(toStored))
  await ok(store.append('wallet-3', 'none', [event()]))
  const all = await ok(store.readAll(null, 10))
  expect(all).toHaveLength(6)
  expect(new Set(all.map(({ position }) => position.split(':')[0])).size).toBe(3)
  expect(all.map(({ position }) => position).toSorted()).toEqual(all.map(({ position }) => position))
  for (const [n, { position }] of all.entries()) {
    expect(position).toMatch(/^\d{20}:\d{20}$/)
    expect(await ok(store.readAll(position, 10))).toEqual(all.slice(n + 1))
    if (n === all.length - 1) continue
    const reader = listen(store, '', position)
    expect(await reader.until(all.length - n - 1)).toEqual(all.slice(n + 1))
    await reader.stop()
  }
})

it('is not resumed by a reader that is ahead of it', async () => {
  const store = openStore((await standInServer()).connectionString)
  await ok(store.append('wallet-1', 'none', events(3)))
  const later = '00000000000000009999:00000000000000009999'
  const older = { type: 'Unavailable', cause: { message: expect.stringContaining('older backup') as unknown } }
  expect(await store.readAll(later, 5)()).toMatchObject(E.left(older))
  await expect(listen(store, 'wallet', later).until(1)).rejects.toThrow('older backup')
  const last = await ok(store.head())
  expect(await ok(store.readAll(last, 5))).toEqual([])
})

it('events are JSON for other clients, and their JSON events can be read', async () => {
  const standIn = await standInServer()
  const [store, operator] = [openStore(standIn.connectionString), operatorClient(standIn)]
  const written = { ...event(), data: '{ "perché" : 1.50 }', meta: '{"by":"test"}' }
  await ok(store.append('wallet-1', 'none', [written]))
  for await (const { event: seen } of operator.readStream('wallet-1'))
    expect(seen).toMatchObject({ id: written.id, isJson: true, data: { perché: 1.5 }, metadata: { by: 'test' } })
  await operator.appendToStream('wallet-1', binaryEvent({ type: 'Foreign', data: Buffer.from('not JSON') }))
  expect((await ok(store.read('wallet-1', 2)))[0]).toMatchObject({ type: 'Foreign', data: 'not JSON', meta: '' })
})

it.each(appendModes)(
  'an append above the server’s limit is Malformed, even below a megabyte (%s)',
  async (_, batches) => {
    const store = openStore((await standInServer({ supportsBatchAppend: batches })).connectionString)
    const data = `{"x":"${'x'.repeat(2_239)}"}`
    const many = events(400).map((small) => ({ ...small, type: 'T'.repeat(200), data }))
    expect(await store.append('wallet-1', 'none', many)()).toMatchObject(E.left({ type: 'Malformed' }))
    expect(await ok(store.read('wallet-1'))).toEqual([])
  },
)

const toStored = ({ id, type, data, meta }: ReturnType<typeof event>) => ({
  id,
  type,
  contentType: 'application/json',
  data: Buffer.from(data),
  meta: Buffer.from(meta),
})
