import { status } from '@grpc/grpc-js'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { E } from '../../../../domain/kernel/fp.ts'
import { event, events, idsOf, listen, ok } from '../../../contract/event-store/test-kit.ts'
import {
  appendModes,
  appendUntilKnown,
  elect,
  openStore,
  operatorClient,
  standInCluster,
  standInServer,
} from './stand-in-server.ts'

describe.each(appendModes)('over %s', (_, batches) => {
  it('an append of which the server does not know the position is read back', async () => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    const store = openStore(standIn.connectionString)
    standIn.omitNextPosition()
    const answer = await ok(store.append('wallet-1', 'none', events(3)))
    expect(answer).toEqual({ version: 3, position: (await ok(store.read('wallet-1', 3)))[0]?.position })
  })

  it.each([
    ['all but the last event', 3],
    ['every event', 4],
  ])('a repeated append returns its position although the stream has been truncated: %s', async (__, before) => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    const store = openStore(standIn.connectionString)
    await ok(store.append('wallet-11', 'none', events(150)))
    const written = events(3)
    const answer = await ok(store.append('wallet-1', 'none', written))
    await ok(store.append('wallet-1', 3, [event()]))
    await ok(store.append('wallet-11', 150, events(150)))
    await operatorClient(standIn).setStreamMetadata('wallet-1', { truncateBefore: before })
    const other = openStore(standIn.connectionString)
    expect(await ok(other.append('wallet-1', 'none', written))).toEqual(answer)
    expect(await ok(other.read('wallet-1'))).toHaveLength(4 - before)
  })

  it('a repeated append whose events have been scavenged returns a position after them', async () => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    const store = openStore(standIn.connectionString)
    const written = events(3)
    const answer = await ok(store.append('wallet-1', 'none', written))
    const last = await ok(store.append('wallet-1', 3, [event()]))
    await operatorClient(standIn).setStreamMetadata('wallet-1', { truncateBefore: 3 })
    standIn.scavenge()
    const repeated = await ok(openStore(standIn.connectionString).append('wallet-1', 'none', written))
    expect(repeated).toEqual({ version: answer.version, position: last.position })
    expect(await ok(store.readAll(answer.position, 10))).toHaveLength(1)
  })

  it('an append that a follower refuses goes to the leader', async () => {
    const { leader, follower } = await standInCluster({ supportsBatchAppend: batches })
    const store = openStore(follower.connectionString)
    const written = events(2)
    expect(await ok(store.append('wallet-1', 'none', written))).toMatchObject({ version: 2 })
    expect(idsOf(leader.log.stream('wallet-1'))).toEqual(idsOf(written))
    expect(leader.calls.filter((call) => call === 'append' || call === 'batchAppend')).toHaveLength(1)
  })

  it('appends continue on the new leader after an election, with nothing lost or repeated', async () => {
    const { leader, follower, url } = await standInCluster({ supportsBatchAppend: batches })
    const store = openStore(url)
    const written = events(30)
    const appends = written.map(async (one, n) => {
      if (n === 10) elect(follower, leader)
      if (n === 20) elect(leader, follower)
      return appendUntilKnown(store, `wallet-${n % 3}`, 'any', [one])
    })
    await Promise.all(appends)
    elect(follower, leader)
    const last = event()
    await appendUntilKnown(store, 'wallet-0', 'any', [last])
    expect(idsOf(await ok(store.readAll(null, 100))).toSorted()).toEqual(idsOf([...written, last]).toSorted())
  })

  it.each(['Server Is Not Ready', 'No leader info available in response'])(
    'a node that knows no leader and responds ‘%s’ is left for another one',
    async (refusal) => {
      const { leader, follower, url } = await standInCluster({ supportsBatchAppend: batches })
      const store = openStore(url)
      await ok(store.append('wallet-1', 'none', [event()]))
      follower.lead()
      leader.follow('unknown')
      if (refusal !== 'Server Is Not Ready')
        for (let n = 0; n < 10; n++) leader.failNext(batches ? 'batchAppend' : 'append', status.UNKNOWN, refusal)
      expect(await ok(store.append('wallet-1', 1, [event()]))).toMatchObject({ version: 2 })
      expect(await ok(store.append('wallet-1', 'any', [event()]))).toMatchObject({ version: 3 })
    },
  )

  it('an append that the followers confirm late is stored once', async () => {
    const standIn = await standInServer({ supportsBatchAppend: batches, commitTimeoutMs: 300 })
    const store = openStore(standIn.connectionString)
    await ok(store.append('wallet-1', 'none', [event()]))
    standIn.timeOutNextAppend()
    expect(await ok(store.append('wallet-1', 1, events(2)))).toMatchObject({ version: 3 })
    standIn.log.holdCommits()
    const late = events(2)
    const answer = store.append('wallet-1', 'any', late)()
    await vi.waitFor(() => expect(standIn.log.lastRevision('wallet-1')).toBe(4n))
    expect(await ok(store.read('wallet-1'))).toHaveLength(3)
    standIn.log.releaseCommits()
    expect(await answer).toMatchObject(E.right({ version: 5 }))
    expect(idsOf(await ok(store.read('wallet-1', 4)))).toEqual(idsOf(late))
  })

  it('an append that no follower received before the leader was lost is unknown, and can be repeated', async () => {
    const standIn = await standInServer({ supportsBatchAppend: batches, commitTimeoutMs: 20 })
    const store = openStore(standIn.connectionString)
    await ok(store.append('wallet-1', 'any', [event()]))
    standIn.log.holdCommits()
    const written = events(2)
    expect(await store.append('wallet-1', 'any', written)()).toMatchObject(E.left({ type: 'Unavailable' }))
    standIn.loseHeldCommits()
    const other = event()
    await ok(openStore(standIn.connectionString).append('wallet-1', 1, [other]))
    expect(await ok(store.append('wallet-1', 'any', written))).toMatchObject({ version: 4 })
    expect(idsOf(await ok(store.read('wallet-1', 2)))).toEqual(idsOf([other, ...written]))
  })

  it('an append answered after its deadline is stored once', async () => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    const store = openStore(`${standIn.connectionString}&defaultDeadline=200`)
    await ok(store.append('wallet-1', 'none', [event()]))
    const written = events(2)
    standIn.delayNextAnswer(400)
    expect(await appendUntilKnown(store, 'wallet-1', 1, written)).toMatchObject({ version: 3 })
    await pause(300)
    expect(await ok(store.append('wallet-1', 3, [event()]))).toMatchObject({ version: 4 })
    expect(idsOf(await ok(store.read('wallet-1'))).slice(1, 3)).toEqual(idsOf(written))
  })

  it('a server that stops gracefully refuses appends, and loses and repeats nothing', async () => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    const store = openStore(standIn.connectionString)
    const reader = listen(store, 'wallet', null)
    await ok(store.append('wallet-0', 'none', [event()]))
    await reader.until(1)
    const written = events(20)
    const appends = written.map((one, n) => appendUntilKnown(store, `wallet-${n + 1}`, 'none', [one]))
    const stopped = standIn.stopGracefully()
    const refused = await store.append('wallet-0', 1, [event()])()
    await stopped
    expect(refused).toMatchObject(E.left({ type: 'Unavailable' }))
    await standInServer({ supportsBatchAppend: batches, log: standIn.log, port: standIn.port })
    await Promise.all(appends)
    await reader.until(21)
    const seen = await reader.stop()
    expect(idsOf(seen.slice(1)).toSorted()).toEqual(idsOf(written).toSorted())
    expect(await ok(store.read('wallet-0'))).toHaveLength(1)
  })
})

it('reads see every acknowledged append although the node they were sent to no longer leads and lags behind', async () => {
  const { leader, follower, url } = await standInCluster()
  const store = openStore(url)
  const [first, second] = [event(), event()]
  await ok(store.append('wallet-1', 'any', [first]))
  elect(follower, leader)
  leader.pauseReplication()
  await ok(openStore(follower.connectionString).append('wallet-1', 1, [second]))
  expect(idsOf(await ok(store.read('wallet-1')))).toEqual(idsOf([first, second]))
  expect(await ok(store.head())).toBe((await ok(store.read('wallet-1', 2)))[0]?.position)
})

it('a repeated append is recognised although the node asked for the end of the stream lags behind', async () => {
  const { leader, follower } = await standInCluster({ idempotencyWindow: 1 })
  const written = [event()]
  await ok(openStore(leader.connectionString).append('wallet-1', 'any', [event()]))
  follower.pauseReplication()
  const answer = await ok(openStore(leader.connectionString).append('wallet-1', 'any', written))
  await ok(openStore(leader.connectionString).append('wallet-2', 'any', events(2)))
  expect(await ok(openStore(follower.connectionString).append('wallet-1', 'any', written))).toEqual(answer)
  expect(leader.log.stream('wallet-1')).toHaveLength(2)
})

it('a subscription to a follower that lags delivers each event once it arrives', async () => {
  const { leader, follower } = await standInCluster()
  const reader = listen(openStore(follower.connectionString), 'wallet', null)
  const store = openStore(leader.connectionString)
  const written = events(3)
  await ok(store.append('wallet-1', 'none', written.slice(0, 1)))
  await reader.until(1)
  follower.pauseReplication()
  await ok(store.append('wallet-1', 1, written.slice(1)))
  follower.resumeReplication()
  await reader.until(3)
  expect(idsOf(await reader.stop())).toEqual(idsOf(written))
})

it('a subscription resumes after an event that has been scavenged since', async () => {
  const standIn = await standInServer()
  const store = openStore(standIn.connectionString)
  const first = await ok(store.append('wallet-1', 'none', events(2)))
  const second = events(2)
  await ok(store.append('wallet-1', 2, second))
  await operatorClient(standIn).setStreamMetadata('wallet-1', { truncateBefore: 2 })
  standIn.scavenge()
  expect(idsOf(await ok(store.readAll(first.position, 10)))).toEqual(idsOf(second))
  const reader = listen(store, 'wallet', first.position)
  await reader.until(2)
  expect(idsOf(await reader.stop())).toEqual(idsOf(second))
})

it('an event above the limit of the server is Malformed', async () => {
  const standIn = await standInServer({ supportsBatchAppend: false })
  const store = openStore(standIn.connectionString)
  standIn.failNext('append', status.INVALID_ARGUMENT, 'Event exceeds Maximum Append Event Size', {
    exception: 'maximum-append-event-size-exceeded',
  })
  expect(await store.append('wallet-1', 'none', [event()])()).toMatchObject(E.left({ type: 'Malformed' }))
})
