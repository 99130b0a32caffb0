import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { progressChannel } from '../../../infrastructure/projections/checkpoint.ts'
import { rebuildProjection } from '../../../infrastructure/projections/rebuild.ts'
import { progressHere } from '../../../infrastructure/projections/here.ts'
import { awaitedProjections } from '../../../infrastructure/projections/wait-for.ts'
import { testDatabase } from '../../support/database.ts'
import { cards, ledger, noise, stamped } from './cards.ts'
import { memoryLog } from './log.ts'
import { checkpointOf, emptied, processOn, reaches, until } from './readers.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => emptied(pool))

const long = 30_000
/** Another process: it writes and asks, and runs no projection. */
const api = (log = memoryLog()) => {
  const process = processOn(pool, log)
  return { log, process, ...awaitedProjections(process) }
}

describe('R21: reading after writing', () => {
  it('returns what was written, every time', async () => {
    const { log, waitFor } = api()
    processOn(pool, log).run(cards)
    for (let n = 1; n <= 25; n++) {
      const position = await log.write(stamped('a', n))
      expect(await waitFor(['cards'], position, long)).toEqual({ type: 'Reached' })
      expect((await pool.query<{ stamps: number }>('select stamps from read.cards')).rows[0]?.stamps).toBe(n)
    }
  })

  it('returns it from every projection about to be read', async () => {
    const { log, waitFor } = api()
    const process = processOn(pool, log)
    process.run(cards)
    const position = await log.write(stamped('a'))
    expect(await waitFor(['cards'], position, long)).toEqual({ type: 'Reached' })
    expect(await waitFor(['cards', 'ledger'], position, 20)).toEqual({
      type: 'Behind',
      progress: [
        { name: 'cards', position, state: 'running' },
        { name: 'ledger', position: null, state: 'absent' },
      ],
    })
    process.run(ledger)
    expect(await waitFor(['cards', 'ledger'], position, long)).toEqual({ type: 'Reached' })
  })

  it('does not wait for events that change nothing in the projection', async () => {
    const { log, waitFor } = api()
    processOn(pool, log).run(cards)
    await waitFor(['cards'], await log.write(stamped('a')), long)
    for (const _ of [1, 2, 3])
      expect(await waitFor(['cards'], await log.write(noise), long)).toEqual({ type: 'Reached' })
  })

  it('reports the progress at the deadline and never returns stale data as new', async () => {
    const { log, waitFor } = api()
    const worker = processOn(pool, log)
    worker.run(cards)
    const early = await log.write(stamped('a'))
    await reaches(pool, 'cards_v1', early)
    await worker.leave()
    const late = await log.write(stamped('a'))
    expect(await waitFor(['cards'], late, 30)).toEqual({
      type: 'Behind',
      progress: [{ name: 'cards', position: early, state: 'running' }],
    })
    expect(await waitFor(['cards'], early, 30)).toEqual({ type: 'Reached' })
  })

  it('reports a stopped projection immediately', async () => {
    const { log, waitFor } = api()
    processOn(pool, log).run(cards)
    await log.spoil('Stamped', '{}')
    await until(async () => (await checkpointOf(pool, 'cards_v1'))?.state === 'stopped')
    const behind = await waitFor(['cards'], await log.write(stamped('a')), long)
    expect(behind).toEqual({ type: 'Behind', progress: [{ name: 'cards', position: null, state: 'stopped' }] })
  })

  it.each(['another process', 'its own process'])('never goes back in time because of a rebuild by %s', async (who) => {
    const { log, process } = api()
    const worker = processOn(pool, log)
    const { waitFor } = awaitedProjections(who === 'its own process' ? worker : process)
    worker.run(cards)
    const state = { over: false }
    const rebuilding = (async () => {
      for (let n = 0; n < 3; n++) await rebuildProjection(worker, cards, new AbortController().signal, { pageSize: 5 })
      state.over = true
    })()
    for (let n = 1; !state.over; n++) {
      const position = await log.write(stamped('a', n))
      expect(await waitFor(['cards'], position, long)).toEqual({ type: 'Reached' })
      expect((await pool.query<{ stamps: number }>('select stamps from read.cards')).rows[0]?.stamps).toBe(n)
    }
    await rebuilding
  })

  it('wakes up even when notifications are lost', async () => {
    const log = memoryLog()
    const deaf = processOn(pool, log)
    const { waitFor } = awaitedProjections({ ...deaf, session: { ...deaf.session, on: () => () => undefined } })
    processOn(pool, log).run(cards)
    expect(await waitFor(['cards'], await log.write(stamped('a')), long)).toEqual({ type: 'Reached' })
  })

  it('wakes up with the commit that makes it visible', async () => {
    const log = memoryLog()
    let woken = 0
    processOn(pool, log).session.on(progressChannel, () => woken++)
    await until(() => Promise.resolve(woken > 0))
    processOn(pool, log).run(cards)
    for (let n = 0; n < 3; n++) {
      const before = woken
      await log.write(stamped('a'))
      await until(() => Promise.resolve(woken > before))
    }
  })

  it('costs nothing while nobody waits', async () => {
    const { log, waitFor } = api()
    let asked = 0
    const counting = new Proxy(pool, {
      get: (target, name) => {
        if (name === 'query') asked++
        return Reflect.get(target, name) as unknown
      },
    })
    const idle = awaitedProjections({ ...processOn(pool, log), pool: counting })
    processOn(pool, log).run(cards)
    await waitFor(['cards'], await log.write(stamped('a')), long)
    await pause(50)
    expect(asked).toBe(0)
    await idle.waitFor(['cards'], await log.write(stamped('a')), long)
    expect(asked).toBeGreaterThan(0)
  })

  it('asks the database nothing about tables maintained by its own process', async () => {
    const log = memoryLog()
    const process = processOn(pool, log)
    let asked = 0
    const counting = new Proxy(pool, {
      get: (target, name) => {
        if (name === 'query') asked++
        return Reflect.get(target, name) as unknown
      },
    })
    const { waitFor } = awaitedProjections({ ...process, pool: counting })
    let listening = false
    process.session.on(progressChannel, () => (listening = true))
    // whoever begins to listen may have missed something, and asks
    await until(() => Promise.resolve(listening))
    process.run(cards)
    await waitFor(['cards'], await log.write(stamped('a')), long)
    const before = asked
    for (const event of [stamped('a'), noise, stamped('b'), noise])
      expect(await waitFor(['cards'], await log.write(event), 200)).toEqual({ type: 'Reached' })
    expect(asked).toBe(before)
  })

  it('shares the query in flight with later callers', async () => {
    const here = progressHere()
    let notify: (missed: boolean) => void = () => undefined
    const answers: (() => void)[] = []
    const row = { name: 'cards', relation: 'cards_v1', position: '1', state: 'running' }
    const slow = { query: () => new Promise((resolve) => answers.push(() => resolve({ rows: [row] }))) }
    const session = { on: (_: string, heard: typeof notify) => ((notify = heard), () => undefined) }
    const { waitFor } = awaitedProjections({ here, session, pool: slow } as never)
    const cursor = { name: 'cards_v1', fence: '1', stored: null, seen: null, outrun: new AbortController() }
    const answered = (nth: number) => {
      answers[nth]?.()
      return pause(1)
    }
    const first = waitFor(['cards'], '2', long)
    await answered(0)
    notify(false)
    notify(false)
    here.moved(cursor, '2')
    expect(await first).toEqual({ type: 'Reached' })
    const second = waitFor(['cards'], '3', long)
    await answered(1)
    expect(answers).toHaveLength(2)
    here.moved(cursor, '3')
    expect(await second).toEqual({ type: 'Reached' })
  })
})

describe('local progress of a process', () => {
  const cursor = (name: string) => ({ name, fence: '1', stored: null, seen: null, outrun: new AbortController() })

  it('starts with an acknowledged move and never decreases', () => {
    const { moved, passed, shown } = progressHere()
    const cards = cursor('cards_v1')
    passed(cards, '3')
    expect(shown('cards_v1')).toBeNull()
    moved(cards, '4')
    passed(cards, '7')
    moved(cards, '5')
    expect([shown('cards_v1'), shown('ledger_v1')]).toEqual(['7', null])
  })

  it('is not trusted after the database may have lost data, until it acknowledges a move again', () => {
    const { moved, passed, shown, forget } = progressHere()
    const [before, after] = [cursor('cards_v1'), cursor('cards_v1')]
    moved(before, '4')
    forget()
    passed(before, '5')
    expect(shown('cards_v1')).toBeNull()
    moved(after, '3')
    passed(before, '6')
    expect(shown('cards_v1')).toBe('3')
  })

  it('is updated for many changes at once', async () => {
    const { moved, passed, on } = progressHere()
    let heard = 0
    on(() => heard++)
    const cards = cursor('cards_v1')
    moved(cards, '1')
    for (const to of ['2', '3', '4']) passed(cards, to)
    await pause(5)
    expect(heard).toBe(1)
  })
})
