import { describe, expect, it } from 'vitest'
import type { Expected } from '../../../../application/ports/event-store.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import { event, events, ok } from '../../../contract/event-store/test-kit.ts'
import { appendModes, openStore, operatorClient, standInServer } from './stand-in-server.ts'

const expectations: readonly Expected[] = ['none', 'exists', 'any', 0, 3, 4]
const gone = { _tag: 'Left', left: { type: 'Malformed', why: 'the stream has been deleted permanently' } }
const wrong = (expected: Expected, actual: number) => E.left({ type: 'WrongVersion', expected, actual })
const kept = (version: number) => expect.objectContaining({ right: expect.objectContaining({ version }) as unknown })

/** States only an operator can cause; each stream had three events before. */
describe.each(appendModes)('R3, over %s', (_, batches) => {
  const standing = async () => {
    const standIn = await standInServer({ supportsBatchAppend: batches })
    return { store: openStore(standIn.connectionString), operator: operatorClient(standIn) }
  }

  it('a stream with metadata only counts as unwritten', async () => {
    const { store, operator } = await standing()
    const answers: Readonly<Record<string, unknown>> = {
      none: kept(1),
      exists: wrong('exists', 0),
      any: kept(1),
      0: kept(1),
      3: wrong(3, 0),
      4: wrong(4, 0),
    }
    for (const expected of expectations) {
      const stream = `metadata-${expected}`
      await operator.setStreamMetadata(stream, { maxCount: 100 })
      expect(await ok(store.read(stream))).toEqual([])
      expect(await store.append(stream, expected, [event()])()).toEqual(answers[expected])
    }
  })

  it('a deleted stream reads as empty, can start again and continues its versions', async () => {
    const { store, operator } = await standing()
    const answers: Readonly<Record<string, unknown>> = {
      none: kept(4),
      exists: wrong('exists', 0),
      any: kept(4),
      0: kept(4),
      3: kept(4),
      4: wrong(4, 3),
    }
    for (const expected of expectations) {
      const stream = `deleted-${expected}`
      await ok(store.append(stream, 'none', events(3)))
      await operator.deleteStream(stream)
      const again = event()
      expect(await ok(store.read(stream))).toEqual([])
      const outcome = await store.append(stream, expected, [again])()
      expect(outcome).toEqual(answers[expected])
      const read = await ok(store.read(stream))
      expect(read.map(({ id, version }) => [id, version])).toEqual(E.isRight(outcome) ? [[again.id, 4]] : [])
    }
  })

  it('a tombstoned stream refuses everything immediately, with the reason', async () => {
    const { store, operator } = await standing()
    for (const expected of expectations) {
      const stream = `tombstoned-${expected}`
      await ok(store.append(stream, 'none', events(3)))
      await operator.tombstoneStream(stream)
      expect(await store.read(stream)()).toEqual(gone)
      expect(await store.append(stream, expected, [event()])()).toEqual(gone)
    }
  })

  it('a stream truncated beyond its end reads as empty and continues its versions', async () => {
    const { store, operator } = await standing()
    await ok(store.append('cut', 'none', events(3)))
    await operator.setStreamMetadata('cut', { truncateBefore: 3 })
    expect(await ok(store.read('cut'))).toEqual([])
    expect(await store.append('cut', 'none', [event()])()).toEqual(wrong('none', 3))
    expect(await store.append('cut', 'any', [event()])()).toEqual(kept(4))
    expect((await ok(store.read('cut'))).map(({ version }) => version)).toEqual([4])
  })

  it('a deletion by another process is noticed', async () => {
    const { store, operator } = await standing()
    await ok(store.append('deleted', 'any', events(3)))
    await operator.deleteStream('deleted')
    expect(await store.append('deleted', 'any', [event()])()).toEqual(kept(4))
    await operator.tombstoneStream('deleted')
    expect(await store.append('deleted', 'any', [event()])()).toEqual(gone)
  })
})
