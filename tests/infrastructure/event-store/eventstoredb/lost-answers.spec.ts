import { status } from '@grpc/grpc-js'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Expected } from '../../../../application/ports/event-store.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import { event, events, idsOf, ok } from '../../../contract/event-store/test-kit.ts'
import { appendModes, appendUntilKnown, openStore, restartServer, standInServer } from './stand-in-server.ts'

const expectations = [2, 'any', 'exists'] as const satisfies readonly Expected[]
const hour = 60 * 60_000

describe.each(appendModes)('over %s', (_, batches) => {
  it.each(['none', ...expectations] as const)('R6: a lost response causes no second copy (%s)', async (expected) => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    const store = openStore(standIn.connectionString)
    const earlier = expected === 'none' ? [] : events(2)
    if (earlier.length > 0) await ok(store.append('wallet-1', 'none', earlier))
    const written = events(3)
    standIn.loseNextAnswer()
    const answer = await ok(store.append('wallet-1', expected, written))
    const read = await ok(store.read('wallet-1'))
    expect(idsOf(read)).toEqual(idsOf([...earlier, ...written]))
    expect(answer).toEqual({ version: read.length, position: read.at(-1)?.position })
  })

  it('R6: a missing response causes no second copy', async () => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    const store = openStore(`${standIn.connectionString}&defaultDeadline=200`)
    await ok(store.append('wallet-1', 'none', events(2)))
    for (const [n, expected] of expectations.entries()) {
      const written = events(2)
      standIn.silenceNextAnswer()
      const answer = await appendUntilKnown(store, 'wallet-1', expected, written)
      expect(answer.version).toBe(4 + 2 * n)
      expect(idsOf(await ok(store.read('wallet-1'))).slice(-2)).toEqual(idsOf(written))
    }
    expect(await ok(store.read('wallet-1'))).toHaveLength(8)
  })

  it('R6: retries when the server was busy or lost its leader, not when it denies access', async () => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    const store = openStore(standIn.connectionString)
    const call = batches ? 'batchAppend' : 'append'
    await ok(store.append('wallet-1', 'none', [event()]))
    const leader = { 'leader-endpoint-host': '127.0.0.1', 'leader-endpoint-port': String(standIn.port) }
    standIn.failNext(call, status.UNAVAILABLE, 'Server Is Not Ready')
    standIn.failNext(call, status.NOT_FOUND, 'Leader info available', { exception: 'not-leader', ...leader })
    expect(await ok(store.append('wallet-1', 1, [event()]))).toMatchObject({ version: 2 })
    const before = standIn.calls.length
    standIn.failNext(call, status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
    expect(await store.append('wallet-1', 2, [event()])()).toMatchObject(E.left({ type: 'Unavailable' }))
    expect(standIn.calls.slice(before).filter((name) => name === call)).toHaveLength(1)
    expect(await ok(store.read('wallet-1'))).toHaveLength(2)
  })
})

it.each(expectations)('R6: recognises a repeated append after a restart, in a new process (%s)', async (expected) => {
  const standIn = await standInServer()
  const [first, restarted] = [openStore(standIn.connectionString), openStore(standIn.connectionString)]
  await ok(first.append('wallet-1', 'none', events(2)))
  const written = events(3)
  const answer = await ok(first.append('wallet-1', expected, written))
  await ok(first.append('wallet-1', 5, events(40)))
  standIn.stop()
  await restartServer(standIn)
  expect(await ok(restarted.append('wallet-1', expected, written))).toEqual(answer)
  expect(await ok(restarted.read('wallet-1'))).toHaveLength(45)
})

it('R6: recognises a repeated append with `any` for an hour on a busy stream, longer than the server does', async () => {
  const standIn = await standInServer({ idempotencyWindow: 1 })
  const store = openStore(standIn.connectionString)
  standIn.log.backdateWrites(hour - 60_000)
  const written = events(2)
  const answer = await ok(store.append('wallet-1', 'any', written))
  for (let n = 0; n < 5; n++) {
    standIn.log.backdateWrites((hour * (4 - n)) / 5)
    await ok(store.append('wallet-1', 'any', events(500)))
  }
  expect(await ok(openStore(standIn.connectionString).append('wallet-1', 'any', written))).toEqual(answer)
  expect(await ok(store.read('wallet-1'))).toHaveLength(2_502)
})

it('R6: recognises a repeated append with `any` on a busy stream although the clock of this machine is a day ahead', async () => {
  const standIn = await standInServer({ idempotencyWindow: 1 })
  const written = events(2)
  const answer = await ok(openStore(standIn.connectionString).append('wallet-1', 'any', written))
  await ok(openStore(standIn.connectionString).append('wallet-1', 'any', events(1_500)))
  const realNow = Date.now
  const wrongClock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 24 * hour)
  onTestFinished(() => wrongClock.mockRestore())
  expect(await ok(openStore(standIn.connectionString).append('wallet-1', 'any', written))).toEqual(answer)
})

it('R6: recognises a repeated append with `any` on a stream of exactly one page', async () => {
  const standIn = await standInServer({ idempotencyWindow: 1 })
  const written = events(1_000)
  const answer = await ok(openStore(standIn.connectionString).append('wallet-1', 'any', written))
  const other = openStore(standIn.connectionString)
  expect(await ok(other.append('wallet-1', 'any', written))).toEqual(answer)
  expect(await ok(other.append('wallet-1', 'any', [event()]))).toMatchObject({ version: 1_001 })
})

it('R6: refuses ids in another order or partly known, with `any` too', async () => {
  const standIn = await standInServer({ idempotencyWindow: 1 })
  const store = openStore(standIn.connectionString)
  const [a, b] = [event(), event()]
  await ok(store.append('wallet-1', 'any', [a, b]))
  const other = openStore(standIn.connectionString)
  for (const wrong of [
    [b, a],
    [event(), a],
    [b, event()],
  ])
    expect(await other.append('wallet-1', 'any', wrong)()).toEqual(
      E.left({ type: 'IdsAlreadyUsed', stream: 'wallet-1' }),
    )
  expect(await ok(other.append('wallet-1', 'any', [b]))).toMatchObject({ version: 2 })
})

it('an append costs one call: with a version always, with `any` once the process knows the stream', async () => {
  const standIn = await standInServer()
  const store = openStore(standIn.connectionString)
  const callsOf = async (expected: Expected) => {
    const before = standIn.calls.length
    await ok(store.append('wallet-1', expected, [event()]))
    return standIn.calls.slice(before)
  }
  expect(await callsOf('none')).toEqual(['features', 'batchAppend'])
  expect(await callsOf(1)).toEqual(['batchAppend'])
  expect(await callsOf('any')).toEqual(['read', 'batchAppend'])
  expect(await callsOf('any')).toEqual(['batchAppend'])
  expect(await callsOf('exists')).toEqual(['batchAppend'])
})

it('R6: recognises appends by another process too', async () => {
  const standIn = await standInServer({ idempotencyWindow: 1 })
  const [first, second] = [openStore(standIn.connectionString), openStore(standIn.connectionString)]
  await ok(first.append('wallet-1', 'any', [event()]))
  const written = events(2)
  const answer = await ok(second.append('wallet-1', 'any', written))
  await ok(first.append('wallet-1', 'any', [event()]))
  expect(await ok(first.append('wallet-1', 'any', written))).toEqual(answer)
  expect(await ok(first.read('wallet-1'))).toHaveLength(4)
})

it('R5: two processes that append to one stream with `any` lose and repeat nothing', async () => {
  const standIn = await standInServer()
  const [first, second] = [openStore(standIn.connectionString), openStore(standIn.connectionString)]
  const written = await Promise.all(
    [first, second].flatMap((store) =>
      events(30).map(async (newEvent) => {
        await ok(store.append('wallet-1', 'any', [newEvent]))
        return newEvent.id
      }),
    ),
  )
  expect(idsOf(await ok(first.read('wallet-1'))).toSorted()).toEqual(written.toSorted())
})
