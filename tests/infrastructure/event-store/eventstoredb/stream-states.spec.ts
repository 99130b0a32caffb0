import { describe, expect, it } from 'vitest'
import type { Expected } from '../../../../application/ports/event-store.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import { event, events, ok } from '../../../contract/event-store/test-kit.ts'
import { appendModes, openStore, operatorClient, standInServer } from './stand-in-server.ts'

const expectations: readonly Expected[] = ['none', 'exists', 'any', 0, 3, 4]
const tombstoned = { _tag: 'Left', left: { type: 'Malformed', why: 'the stream has been deleted permanently' } }
const wrongVersion = (expected: Expected, actual: number) => E.left({ type: 'WrongVersion', expected, actual })
const appended = (version: number) =>
  expect.objectContaining({ right: expect.objectContaining({ version }) as unknown })

/** States only an operator can cause; each stream had three events before. */
describe.each(appendModes)('R3, over %s', (_, batches) => {
  const openStandIn = async () => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    return { store: openStore(standIn.connectionString), operator: operatorClient(standIn) }
  }

  it('a stream with metadata only counts as unwritten', async () => {
    const { store, operator } = await openStandIn()
    const outcomes: Readonly<Record<string, unknown>> = {
      none: appended(1),
      exists: wrongVersion('exists', 0),
      any: appended(1),
      0: appended(1),
      3: wrongVersion(3, 0),
      4: wrongVersion(4, 0),
    }
    for (const expected of expectations) {
      const stream = `metadata-${expected}`
      await operator.setStreamMetadata(stream, { maxCount: 100 })
      expect(await ok(store.read(stream))).toEqual([])
      expect(await store.append(stream, expected, [event()])()).toEqual(outcomes[expected])
    }
  })

  it('a deleted stream reads as empty, can start again and continues its versions', async () => {
    const { store, operator } = await openStandIn()
    const outcomes: Readonly<Record<string, unknown>> = {
      none: appended(4),
      exists: wrongVersion('exists', 0),
      any: appended(4),
      0: appended(4),
      3: appended(4),
      4: wrongVersion(4, 3),
    }
    for (const expected of expectations) {
      const stream = `deleted-${expected}`
      await ok(store.append(stream, 'none', events(3)))
      await operator.deleteStream(stream)
      const newEvent = event()
      expect(await ok(store.read(stream))).toEqual([])
      const outcome = await store.append(stream, expected, [newEvent])()
      expect(outcome).toEqual(outcomes[expected])
      const read = await ok(store.read(stream))
      expect(read.map(({ id, version }) => [id, version])).toEqual(E.isRight(outcome) ? [[newEvent.id, 4]] : [])
    }
  })

  it('a tombstoned stream refuses everything immediately, with the reason', async () => {
    const { store, operator } = await openStandIn()
    for (const expected of expectations) {
      const stream = `tombstoned-${expected}`
      await ok(store.append(stream, 'none', events(3)))
      await operator.tombstoneStream(stream)
      expect(await store.read(stream)()).toEqual(tombstoned)
      expect(await store.append(stream, expected, [event()])()).toEqual(tombstoned)
    }
  })

  it('a stream truncated beyond its end reads as empty and continues its versions', async () => {
    const { store, operator } = await openStandIn()
    await ok(store.append('truncated', 'none', events(3)))
    await operator.setStreamMetadata('truncated', { truncateBefore: 3 })
    expect(await ok(store.read('truncated'))).toEqual([])
    expect(await store.append('truncated', 'none', [event()])()).toEqual(wrongVersion('none', 3))
    expect(await store.append('truncated', 'any', [event()])()).toEqual(appended(4))
    expect((await ok(store.read('truncated'))).map(({ version }) => version)).toEqual([4])
  })

  it.each([
    ['a maximum count', { maxCount: 2 }],
    ['a maximum age', { maxAge: 60 }],
  ])('a stream with %s shows its latest events and continues its versions', async (__, metadata) => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    const [store, operator] = [openStore(standIn.connectionString), operatorClient(standIn)]
    standIn.log.backdateWrites(120_000)
    await ok(store.append('limited', 'none', events(3)))
    standIn.log.backdateWrites(0)
    await ok(store.append('limited', 3, events(2)))
    await operator.setStreamMetadata('limited', metadata)
    const versions = async () => (await ok(store.read('limited'))).map(({ version }) => version)
    expect(await versions()).toEqual([4, 5])
    expect(await store.append('limited', 'exists', [event()])()).toEqual(appended(6))
    expect((await versions()).at(-1)).toBe(6)
    expect(await ok(store.readAll(null, 10))).toHaveLength(6)
    standIn.scavenge()
    const kept = await ok(store.readAll(null, 10))
    expect(kept.map(({ version }) => version)).toEqual(await versions())
  })

  it('deleting a stream that does not exist is refused, deleting one with metadata is not', async () => {
    const { operator } = await openStandIn()
    const refusal = { type: 'wrong-expected-version', streamName: 'missing', actualVersion: -1n }
    await expect(operator.deleteStream('missing')).rejects.toMatchObject({ ...refusal, expectedVersion: -2n })
    await expect(operator.deleteStream('missing', { expectedRevision: 2n })).rejects.toMatchObject({
      ...refusal,
      expectedVersion: 2n,
    })
    await operator.setStreamMetadata('metadata', { cacheControl: 10 })
    await operator.deleteStream('metadata', { expectedRevision: 'no_stream' })
    await operator.tombstoneStream('missing')
    await expect(operator.deleteStream('missing')).rejects.toMatchObject({ type: 'stream-deleted' })
  })

  it('a deleted stream keeps its other metadata when it starts again', async () => {
    const { store, operator } = await openStandIn()
    await ok(store.append('deleted', 'none', events(3)))
    await operator.deleteStream('deleted')
    await operator.setStreamMetadata('deleted', { maxCount: 2 })
    await ok(store.append('deleted', 'any', events(3)))
    expect((await ok(store.read('deleted'))).map(({ version }) => version)).toEqual([5, 6])
  })

  it('a deletion by another process is noticed', async () => {
    const { store, operator } = await openStandIn()
    await ok(store.append('deleted', 'any', events(3)))
    await operator.deleteStream('deleted')
    expect(await store.append('deleted', 'any', [event()])()).toEqual(appended(4))
    await operator.tombstoneStream('deleted')
    expect(await store.append('deleted', 'any', [event()])()).toEqual(tombstoned)
  })
})
