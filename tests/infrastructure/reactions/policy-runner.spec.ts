import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { E, TE } from '../../../domain/kernel/fp.ts'
import { requestRetry } from '../../../infrastructure/projections/projection-engine.ts'
import { listPolicies, runPolicy } from '../../../infrastructure/reactions/policy-runner.ts'
import { testDatabase } from '../../support/database.ts'
import { noise, stamped } from '../projections/card-projections.ts'
import {
  checkpointReaches,
  readCheckpoint,
  resetReaders,
  startReaderProcess,
  waitUntil,
} from '../projections/reader-process.ts'
import { memoryTestLog, type TestLog } from '../projections/test-log.ts'
import { greet, greetedCards, greetingPolicy, type GreetingPolicy, type StampedEvent } from './greeting-policy.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

const readMailbox = async () =>
  (
    await pool.query<{ key: string; kind: string; payload: unknown; ms: number | null }>(
      `select key, kind, payload, (extract(epoch from run_at) * 1000)::float8 as ms from ops.outbox order by number`,
    )
  ).rows
const startPolicy = (log: TestLog, policy: GreetingPolicy, options = {}) => {
  const process = startReaderProcess(pool, log, options)
  process.runAlso((reading, signal) => runPolicy(reading, policy, signal))
  return process
}
const setAside = async () =>
  (
    await pool.query<{ position: string; reason: string | null }>(
      `select position, reason from ops.set_aside where reader = 'policy:greeting' order by position`,
    )
  ).rows
const waitUntilStopped = () =>
  waitUntil(async () => (await readCheckpoint(pool, 'policy:greeting'))?.state === 'stopped')

describe('a policy', () => {
  it('executes commands as a consequence of events, and puts effects into the outbox', async () => {
    const log = memoryTestLog()
    startPolicy(log, greetingPolicy(log))
    const last = await log.write(stamped('a', 3), noise, stamped('b', 4), stamped('a', 5))
    await checkpointReaches(pool, 'policy:greeting', last)
    expect(await greetedCards(log)).toEqual(['a', 'b'])
    const causes = (await log.recorded()).filter(({ event }) => event.type === 'Stamped')
    const greeted = (await log.recorded()).filter(({ event }) => event.type === 'Torn')
    expect(greeted.map(({ meta }) => meta)).toMatchObject([
      { causationId: causes[0]?.id, correlationId: 'c', actor: { id: 'greeting', role: 'policy' } },
      { causationId: causes[1]?.id },
    ])
    expect(await readMailbox()).toEqual(
      causes.flatMap(({ id, event }) => [
        {
          key: `${id}:greeting-mail`,
          kind: 'greeting-mail',
          payload: { card: (event as StampedEvent).data.cardId },
          ms: null,
        },
        {
          key: `${id}:bill`,
          kind: 'bill',
          payload: { points: (event as StampedEvent).data.points },
          ms: Date.parse('2030-01-01T00:00:00.123Z'),
        },
      ]),
    )
  })

  it('R17: changes nothing when events are redelivered, to any process', async () => {
    const log = memoryTestLog()
    const first = startPolicy(log, greetingPolicy(log))
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('a'), stamped('b')))
    await first.stop()
    await pool.query(`update ops.checkpoints set position = null where name = 'policy:greeting'`)
    const second = [startPolicy(log, greetingPolicy(log)), startPolicy(log, greetingPolicy(log))]
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('c')))
    expect(await greetedCards(log)).toEqual(['a', 'b', 'c'])
    expect(await readMailbox()).toHaveLength(6)
    expect(second.flatMap(({ failures }) => failures)).toEqual([])
  })

  it('R17: puts nothing into the outbox after its leader was replaced', async () => {
    const log = memoryTestLog()
    let runs = 0
    const policy = greetingPolicy(log, {
      react: () => async () => {
        runs++
        // Another process acquires the checkpoint during the first reaction
        if (runs === 1) await pool.query(`update ops.checkpoints set fence = fence + 1 where name = 'policy:greeting'`)
        return E.right([])
      },
      effects: () => [{ id: `run-${runs}`, queue: 'mail', job: 'greeting-mail', data: {} }],
    })
    startPolicy(log, policy)
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('a')))
    expect((await readMailbox()).map(({ key }) => key.split(':')[1])).toEqual(['run-2'])
  })

  it('writes again the messages that a crash of the database has undone, without waiting for another event', async () => {
    const log = memoryTestLog()
    startPolicy(log, greetingPolicy(log))
    const kept = await log.write(stamped('a'))
    await checkpointReaches(pool, 'policy:greeting', kept)
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('b')))
    // the greeting is an event as well
    const last = (await log.recorded()).at(-1)?.position ?? ''
    await checkpointReaches(pool, 'policy:greeting', last)
    const written = (await readMailbox()).map(({ key }) => key)
    await pool.query(
      `with undone as (delete from ops.outbox where key = any($1))
       update ops.checkpoints set position = '${kept}' where name = 'policy:greeting'`,
      [written.slice(2)],
    )
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await checkpointReaches(pool, 'policy:greeting', last)
    expect((await readMailbox()).map(({ key }) => key)).toEqual(written)
  })

  it('can ignore events from before its first start', async () => {
    const log = memoryTestLog()
    await log.write(stamped('long-ago'))
    const first = startPolicy(log, greetingPolicy(log, { startsFrom: 'now' }))
    await waitUntil(() => readCheckpoint(pool, 'policy:greeting'))
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('a')))
    await first.stop()
    await log.write(stamped('while-nobody-ran'))
    startPolicy(log, greetingPolicy(log, { startsFrom: 'now' }))
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('b')))
    expect(await greetedCards(log)).toEqual(['a', 'while-nobody-ran', 'b'])
  })

  it('retries when a dependency is unavailable, without losing its position', async () => {
    const log = memoryTestLog()
    let refusals = 3
    const working = greetingPolicy(log)
    const process = startPolicy(
      log,
      greetingPolicy(log, {
        react: (recorded) =>
          recorded.event.data.cardId === 'b' && refusals-- > 0
            ? TE.left({ type: 'Transient', cause: 'the store is unavailable' })
            : (working.react?.(recorded) ?? TE.right([])),
      }),
    )
    const last = await log.write(stamped('a'), stamped('b'), stamped('c'))
    await checkpointReaches(pool, 'policy:greeting', last)
    expect(await greetedCards(log)).toEqual(['a', 'b', 'c'])
    expect(process.failures.map(({ reader, type }) => `${reader} ${type}`)).toEqual(
      Array.from({ length: 3 }, () => 'policy:greeting Unavailable'),
    )
    expect((await readMailbox()).map(({ payload }) => payload)).toEqual(
      ['a', 'b', 'c'].flatMap((card) => [{ card }, { points: 1 }]),
    )
  })

  it.each([
    ['a command that is rejected', 'blocked', {}, 'the command was rejected: Blocked'],
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
      'an effect with an invalid id',
      'b',
      { effects: () => [{ id: 'Über', queue: 'q', job: 'k', data: {} }] },
      'Error: invalid effect id: Über',
    ],
  ] as const)(
    'Q-119: sets aside %s, with later events of its stream, and goes on',
    async (_, card, changes, reason) => {
      const log = memoryTestLog()
      const working = greetingPolicy(log)
      const isHarmless = ['a', 'c'].includes.bind(['a', 'c'])
      const broken: GreetingPolicy = {
        ...working,
        effects: (recorded) =>
          isHarmless(recorded.event.data.cardId)
            ? []
            : (((changes as Partial<GreetingPolicy>).effects ?? working.effects)?.(recorded) ?? []),
      }
      const process = startPolicy(log, broken, { retryMs: 60_000 })
      await log.write(stamped('a'), noise)
      const failing = await log.append('failing', stamped(card))
      const later = await log.append('failing', stamped('later'))
      await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('c')))
      expect((await setAside()).map(({ position, reason: why }) => [position, why])).toEqual([
        [failing, reason],
        [later, null],
      ])
      expect(process.failures).toMatchObject([{ reader: 'policy:greeting', type: 'SetAside' }])
      const [status] = await listPolicies({ pool, store: log.store }, [broken])
      expect(status).toMatchObject({ name: 'greeting', state: 'running', stopped: null })
      expect(await greetedCards(log)).toEqual(expect.arrayContaining(['a', 'c']))
      expect(await greetedCards(log)).not.toContain('later')
      expect(await readMailbox()).toEqual([])
    },
  )

  it('Q-119: reacts in order to what it has set aside once the cause is gone', async () => {
    const log = memoryTestLog()
    const working = greetingPolicy(log)
    let isFixed = false
    const broken: GreetingPolicy = {
      ...working,
      effects: (recorded) => {
        if (!isFixed && recorded.event.data.cardId === 'b') throw new TypeError('oh')
        return working.effects?.(recorded) ?? []
      },
    }
    startPolicy(log, broken, { retryMs: 60_000 })
    await log.append('failing', stamped('b'))
    await log.append('failing', stamped('later'))
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('c')))
    expect(await setAside()).toHaveLength(2)
    isFixed = true
    await requestRetry(pool)
    await waitUntil(async () => (await setAside()).length === 0)
    expect((await readMailbox()).flatMap(({ payload }) => (payload as { card?: string }).card ?? [])).toEqual([
      'c',
      'b',
      'later',
    ])
    await checkpointReaches(pool, 'policy:greeting', await log.append('failing', stamped('last')))
    expect(await greetedCards(log)).toContain('last')
  })

  it('Q-119: goes on if an event it has set aside is missing from the log, and reports it', async () => {
    const log = memoryTestLog()
    const first = startPolicy(log, greetingPolicy(log))
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('a')))
    await first.stop()
    await pool.query(
      `insert into ops.set_aside (reader, position, key, stream, version, event_id, event_type, reason)
       values ('policy:greeting', '99999999999999999999', '', 'nowhere', 7, 'x', 'Stamped', null)`,
    )
    const next = startPolicy(log, greetingPolicy(log))
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('c')))
    expect(await greetedCards(log)).toEqual(['a', 'c'])
    const missing = 'the event is missing from the log'
    expect(await setAside()).toMatchObject([{ reason: missing }])
    expect(next.failures).toMatchObject([{ type: 'SetAside', reason: expect.stringContaining(missing) as string }])
  })

  it('Q-119: sets aside an event it cannot read, and reacts to it once a release can', async () => {
    const log = memoryTestLog()
    const first = startPolicy(log, greetingPolicy(log))
    await log.write(stamped('a'))
    await log.writeRaw('Stamped', '{"cardId":"Mario"}')
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('c')))
    expect(await setAside()).toMatchObject([
      { reason: expect.stringMatching(/^Stamped cannot be read: points/) as string },
    ])
    expect(await greetedCards(log)).toEqual(['a', 'c'])
    await first.stop()
    // A release that no longer listens to stamps.
    startPolicy(log, greetingPolicy(log, { events: { codecs: new Map() } }))
    await waitUntil(async () => (await setAside()).length === 0)
  })

  it('Q-119: stops after a thousand events set aside, because then the policy is at fault', async () => {
    const log = memoryTestLog()
    startPolicy(
      log,
      greetingPolicy(log, {
        react: () => TE.right([]),
        effects: () => {
          throw new TypeError('oh')
        },
      }),
      { retryMs: 60_000 },
    )
    const streams = Array.from({ length: 1_001 }, (_, n) => `failing-${n}`)
    for (const stream of streams) await log.append(stream, stamped('b'))
    await waitUntilStopped()
    expect(await setAside()).toHaveLength(1_000)
    expect(await readCheckpoint(pool, 'policy:greeting')).toMatchObject({ reason: 'TypeError: oh' })
  })

  it('does nothing when the rejection is an expected one', async () => {
    const log = memoryTestLog()
    startPolicy(log, greetingPolicy(log, { react: greet(log, ['Blocked']) }))
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('blocked'), stamped('a')))
    expect(await greetedCards(log)).toEqual(['a'])
  })
})
