import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type InFlight, inFlightCommands } from '../../../application/in-flight.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { inlineReactions, runPolicy } from '../../../infrastructure/reactions/policy-runner.ts'
import { testDatabase } from '../../support/database.ts'
import { stamped } from '../projections/card-projections.ts'
import { checkpointReaches, resetReaders, startReaderProcess, waitUntil } from '../projections/reader-process.ts'
import { memoryTestLog, type TestLog } from '../projections/test-log.ts'
import { greetedCards, greetingPolicy } from './greeting-policy.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

const messages = async () =>
  (await pool.query<{ kind: string }>('select kind from ops.outbox order by number')).rows.map(({ kind }) => kind)

/** When the events of the test log occurred. */
const occurredAt = '2026-05-04T10:00:00.000Z' as Instant
const never = new AbortController().signal

interface ApiOptions {
  readonly inFlight?: Pick<InFlight, 'whenDone'>
  readonly now?: Instant
}

/** A process that serves requests. */
const startApi = (log: TestLog, { inFlight = inFlightCommands(), now = occurredAt }: ApiOptions = {}) => {
  const process = startReaderProcess(pool, log)
  return { process, reactions: inlineReactions({ runtime: process, inFlight, clock: () => now }) }
}

/** A process that leads the policy. */
const startLeader = async (log: TestLog, options: ApiOptions = {}) => {
  const { process, reactions } = startApi(log, options)
  process.runAlso((reading, signal) => runPolicy(reading, greetingPolicy(log), signal, reactions))
  await waitUntil(() => Promise.resolve(process.leases.isHeld('policy:greeting')))
  return { process, reactions }
}

/** An API and a leader that has heard of it. */
const startBoth = async (log: TestLog, options: ApiOptions = {}) => {
  const leader = await startLeader(log, options)
  const api = startApi(log)
  const earlier = { id: 'earlier', meta: { correlationId: 'earlier', occurredAt: '2020-01-01T00:00:00.000Z' } }
  await waitUntil(async () => {
    api.reactions.record('greeting', earlier.id)
    return leader.reactions.hasReacted('greeting', earlier as EventEnvelope, never)
  })
  return { leader: leader.reactions, api: api.reactions }
}

describe('what a request has done for a policy', () => {
  it('in the same process is awaited and not repeated, and its messages are sent once', async () => {
    const log = memoryTestLog()
    const inFlight = inFlightCommands()
    const executed = Promise.withResolvers<undefined>()
    const { reactions } = await startLeader(log, { inFlight })
    const request = inFlight.track('c', () => executed.promise)
    const last = await log.write(stamped('a'), stamped('b'))
    const [first] = await log.recorded()
    reactions.record('greeting', first?.id ?? '')
    executed.resolve(undefined)
    await request
    await checkpointReaches(pool, 'policy:greeting', last)
    expect(await greetedCards(log)).toEqual(['b'])
    expect(await messages()).toEqual(['greeting-mail', 'bill', 'greeting-mail', 'bill'])
  })

  it('in the same process is awaited, and done by the policy if the request did not do it', async () => {
    const log = memoryTestLog()
    const inFlight = inFlightCommands()
    const [waitedFor, executed] = [Promise.withResolvers<string>(), Promise.withResolvers<undefined>()]
    const whenDone = (correlationId: string) => {
      waitedFor.resolve(correlationId)
      return inFlight.whenDone(correlationId)
    }
    const request = inFlight.track('c', () => executed.promise)
    await startLeader(log, { inFlight: { whenDone } })
    const last = await log.write(stamped('a'))
    expect(await waitedFor.promise).toBe('c')
    expect(await greetedCards(log)).toEqual([])
    executed.resolve(undefined)
    await request
    await checkpointReaches(pool, 'policy:greeting', last)
    expect(await greetedCards(log)).toEqual(['a'])
  })

  it('in another process is awaited and not repeated, and its messages are sent once', async () => {
    const log = memoryTestLog()
    const { api } = await startBoth(log)
    const last = await log.write(stamped('a'), stamped('b'))
    for (const { id } of await log.recorded()) api.record('greeting', id)
    await checkpointReaches(pool, 'policy:greeting', last)
    expect(await greetedCards(log)).toEqual([])
    expect(await messages()).toEqual(['greeting-mail', 'bill', 'greeting-mail', 'bill'])
  })

  it('in another process is done by the policy if it is not announced within five seconds of the event', async () => {
    const log = memoryTestLog()
    await startBoth(log, { now: '2026-05-04T10:00:04.900Z' as Instant })
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('a')))
    expect(await greetedCards(log)).toEqual(['a'])
  })

  it('is waited for no longer if the clock of the other process is ahead', async () => {
    const log = memoryTestLog()
    await startBoth(log, { now: '2026-05-04T08:00:00.000Z' as Instant })
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('a')))
    expect(await greetedCards(log)).toEqual(['a'])
  })

  it('is not waited for while no other process announces anything', async () => {
    const log = memoryTestLog()
    await startLeader(log)
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('a')))
    expect(await greetedCards(log)).toEqual(['a'])
  })

  it('is announced whole, however much it is', async () => {
    const { leader, api } = await startBoth(memoryTestLog())
    const causes = Array.from({ length: 500 }, (_, n) => ({
      id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      meta: { correlationId: 'c', occurredAt },
    }))
    for (const { id } of causes) api.record('greeting', id)
    const heard = causes.map((cause) => leader.hasReacted('greeting', cause as EventEnvelope, never))
    expect(await Promise.all(heard)).toEqual(causes.map(() => true))
  })
})
