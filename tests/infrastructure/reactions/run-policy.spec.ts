import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { handle } from '../../../application/handle.ts'
import { asReaction, causedBy, type Policy } from '../../../application/policy.ts'
import type { Aggregate } from '../../../domain/kernel/decider.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { listPolicies } from '../../../infrastructure/reactions/list-policies.ts'
import { runPolicy } from '../../../infrastructure/reactions/run-policy.ts'
import { testDatabase } from '../../support/database.ts'
import {
  CardEvents,
  everything,
  noise,
  stamped,
  torn,
  type CardEvent,
  type AnyCardEvent,
} from '../projections/cards.ts'
import { memoryLog, type Log } from '../projections/log.ts'
import { checkpointOf, emptied, processOn, reaches, until } from '../projections/readers.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => emptied(pool))

/** A choir answers each card once: its cards' ids are in its state. */
const choir: Aggregate<{ card: string }, AnyCardEvent, readonly string[], { type: 'Hoarse' }> = {
  category: 'choir',
  events: everything,
  initial: [],
  evolve: (sung, event) => (event.type === 'Torn' ? [...sung, event.data.cardId] : sung),
  decide: ({ card }, sung) => {
    if (card === 'hoarse') return E.left({ type: 'Hoarse' })
    return E.right(sung.includes(card) ? [] : [torn(card)])
  },
}
const at = '2026-05-04T10:00:00.000Z' as Instant

type Stamped = Extract<CardEvent, { type: 'Stamped' }>
const StampedOnly = {
  codecs: new Map([...CardEvents.codecs].filter(([type]) => type === 'Stamped')),
} as Policy<Stamped>['events']

/** Whoever stamps a card makes the choir sing, once for each card, and sends a postcard. */
const singing = (log: Log, more: Partial<Policy<Stamped>> = {}): Policy<Stamped> => {
  const give = handle({ history: log.history, newId: randomUUID })
  const policy: Policy<Stamped> = {
    name: 'singing',
    events: StampedOnly,
    startsFrom: 'beginning',
    react: (recorded) =>
      asReaction(
        give(choir, 'of-the-house', { card: recorded.event.data.cardId }, causedBy({ name: 'singing' }, recorded, at)),
      ),
    effects: ({ event }) => [
      { name: 'postcard', queue: 'mail', kind: 'postcard', data: { card: event.data.cardId } },
      {
        name: 'bill',
        queue: 'mail',
        kind: 'bill',
        data: { points: event.data.points },
        runAt: new Date('2030-01-01T00:00:00.123Z'),
      },
    ],
    ...more,
  }
  return policy
}
const songs = async (log: Log) =>
  (await log.recorded())
    .filter(({ stream }) => stream === 'choir-of-the-house')
    .map(({ event }) => (event as CardEvent).data.cardId)
const outbox = async () =>
  (
    await pool.query<{ key: string; kind: string; payload: unknown; ms: number | null }>(
      `select key, kind, payload, (extract(epoch from run_at) * 1000)::float8 as ms from ops.outbox order by number`,
    )
  ).rows
const run = (log: Log, policy: Policy<Stamped>, options = {}) => {
  const process = processOn(pool, log, options)
  process.alsoRun((reading, signal) => runPolicy(reading, policy, signal))
  return process
}
const stopped = () => until(async () => (await checkpointOf(pool, 'policy:singing'))?.state === 'stopped')

describe('a policy', () => {
  it('gives commands because of events, in the name of the event, and puts what must leave into the outbox', async () => {
    const log = memoryLog()
    run(log, singing(log))
    const last = await log.write(stamped('a', 3), noise, stamped('b', 4), stamped('a', 5))
    await reaches(pool, 'policy:singing', last)
    expect(await songs(log)).toEqual(['a', 'b'])
    const causes = (await log.recorded()).filter(({ event }) => event.type === 'Stamped')
    const sung = (await log.recorded()).filter(({ event }) => event.type === 'Torn')
    expect(sung.map(({ meta }) => meta)).toMatchObject([
      { causationId: causes[0]?.id, correlationId: 'c', actor: { id: 'singing', role: 'policy' } },
      { causationId: causes[1]?.id },
    ])
    expect(await outbox()).toEqual(
      causes.flatMap(({ id, event }) => [
        { key: `${id}:postcard`, kind: 'postcard', payload: { card: (event as Stamped).data.cardId }, ms: null },
        {
          key: `${id}:bill`,
          kind: 'bill',
          payload: { points: (event as Stamped).data.points },
          ms: Date.parse('2030-01-01T00:00:00.123Z'),
        },
      ]),
    )
  })

  it('R17: events delivered again, to any process, change nothing more', async () => {
    const log = memoryLog()
    const first = run(log, singing(log))
    await reaches(pool, 'policy:singing', await log.write(stamped('a'), stamped('b')))
    await first.leave()
    await pool.query(`update ops.checkpoints set position = null where name = 'policy:singing'`)
    const second = [run(log, singing(log)), run(log, singing(log))]
    await reaches(pool, 'policy:singing', await log.write(stamped('c')))
    expect(await songs(log)).toEqual(['a', 'b', 'c'])
    expect(await outbox()).toHaveLength(6)
    expect(second.flatMap(({ troubles }) => troubles)).toEqual([])
  })

  it('R17: a leader that has been overtaken writes no outbox', async () => {
    const log = memoryLog()
    let overtake = false
    const policy = singing(log, {
      react: () => async () => {
        // while it reacts, somebody else is given the checkpoint
        if (overtake) await pool.query(`update ops.checkpoints set fence = fence + 1 where name = 'policy:singing'`)
        overtake = false
        return E.right([])
      },
    })
    run(log, policy)
    await reaches(pool, 'policy:singing', await log.write(stamped('a')))
    overtake = true
    await pool.query(`create table seen as select xmin from ops.outbox`)
    await reaches(pool, 'policy:singing', await log.write(stamped('b')))
    // it found out, claimed anew and reacted again: the letters are there once
    expect((await outbox()).map(({ kind }) => kind)).toEqual(['postcard', 'bill', 'postcard', 'bill'])
    await pool.query('drop table seen')
  })

  it('may begin with what happens from now on', async () => {
    const log = memoryLog()
    await log.write(stamped('long-ago'))
    const first = run(log, singing(log, { startsFrom: 'now' }))
    await until(() => checkpointOf(pool, 'policy:singing'))
    await reaches(pool, 'policy:singing', await log.write(stamped('a')))
    await first.leave()
    await log.write(stamped('while-nobody-ran'))
    run(log, singing(log, { startsFrom: 'now' }))
    await reaches(pool, 'policy:singing', await log.write(stamped('b')))
    expect(await songs(log)).toEqual(['a', 'while-nobody-ran', 'b'])
  })

  it('tries again what was out of reach, without losing its place', async () => {
    const log = memoryLog()
    let refusals = 3
    const plain = singing(log)
    const process = run(
      log,
      singing(log, {
        react: (recorded) =>
          recorded.event.data.cardId === 'b' && refusals-- > 0
            ? TE.left({ type: 'Transient', cause: 'the store is away' })
            : (plain.react?.(recorded) ?? TE.right([])),
      }),
    )
    const last = await log.write(stamped('a'), stamped('b'), stamped('c'))
    await reaches(pool, 'policy:singing', last)
    expect(await songs(log)).toEqual(['a', 'b', 'c'])
    expect(process.troubles.map(({ reader, type }) => `${reader} ${type}`)).toEqual(
      Array.from({ length: 3 }, () => 'policy:singing Unavailable'),
    )
    expect((await outbox()).map(({ payload }) => payload)).toEqual(
      ['a', 'b', 'c'].flatMap((card) => [{ card }, { points: 1 }]),
    )
  })

  it.each([
    ['a command that is rejected', 'hoarse', {}, 'the command was rejected: Hoarse'],
    [
      'a bug in it',
      'b',
      {
        effects: () => {
          throw new TypeError('oh')
        },
      },
      'TypeError: oh',
    ],
    [
      'an effect without a proper name',
      'b',
      { effects: () => [{ name: 'Über', queue: 'q', kind: 'k', data: {} }] },
      'Error: no name for an effect: Über',
    ],
  ] as const)('is stopped by %s, visibly, with everything before it done', async (_, card, more, reason) => {
    const log = memoryLog()
    const plain = singing(log)
    const broken: Policy<Stamped> = {
      ...plain,
      effects: (recorded) =>
        recorded.event.data.cardId === 'a'
          ? []
          : (((more as Partial<Policy<Stamped>>).effects ?? plain.effects)?.(recorded) ?? []),
    }
    run(log, broken, { retryMs: 60_000 })
    const before = await log.write(stamped('a'), noise)
    const poison = await log.write(stamped(card))
    await log.write(stamped('c'))
    await stopped()
    const [status] = await listPolicies({ pool, store: log.store }, [broken])
    expect(status).toMatchObject({
      name: 'singing',
      state: 'stopped',
      position: before,
      stopped: { position: poison, eventType: 'Stamped', reason },
    })
    expect(await songs(log)).not.toContain('c')
    expect(await outbox()).toEqual([])
  })

  it('goes on by itself once the cause is gone, and an event it cannot read stops it too', async () => {
    const log = memoryLog()
    const unread = run(log, singing(log), { retryMs: 60_000 })
    await log.write(stamped('a'))
    await log.spoil('Stamped', '{"cardId":"Mario"}')
    await stopped()
    expect((await checkpointOf(pool, 'policy:singing'))?.reason).toMatch(/^Stamped cannot be read: points/)
    expect(await songs(log)).toEqual(['a'])
    await unread.leave()
    // a release that does not care for stamps any more
    run(log, singing(log, { events: { codecs: new Map() } }))
    await reaches(pool, 'policy:singing', await log.write(noise))
    expect(await checkpointOf(pool, 'policy:singing')).toMatchObject({ state: 'running', reason: null })
  })

  it('finds nothing to do where the rejection is one it expects', async () => {
    const log = memoryLog()
    const give = handle({ history: log.history, newId: randomUUID })
    run(
      log,
      singing(log, {
        react: (recorded) =>
          asReaction(
            give(choir, 'of-the-house', { card: recorded.event.data.cardId }, causedBy({ name: 's' }, recorded, at)),
            ['Hoarse'],
          ),
      }),
    )
    await reaches(pool, 'policy:singing', await log.write(stamped('hoarse'), stamped('a')))
    expect(await songs(log)).toEqual(['a'])
  })
})
