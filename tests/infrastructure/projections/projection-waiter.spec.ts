import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { progressChannel } from '../../../infrastructure/projections/checkpoints.ts'
import { localProgress } from '../../../infrastructure/projections/local-progress.ts'
import { projectionWaiter } from '../../../infrastructure/projections/projection-waiter.ts'
import { rebuildProjection } from '../../../infrastructure/projections/rebuild.ts'
import { testDatabase } from '../../support/database.ts'
import { cards, ledger, noise, stamped } from './card-projections.ts'
import { checkpointReaches, readCheckpoint, resetReaders, startReaderProcess, waitUntil } from './reader-process.ts'
import { memoryTestLog } from './test-log.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

const longTimeout = 30_000
/** The pool, and how many queries have gone through it. */
const countingPool = () => {
  let count = 0
  const counting = new Proxy(pool, {
    get: (target, name) => {
      if (name === 'query') count++
      return Reflect.get(target, name) as unknown
    },
  })
  return { counting, queries: () => count }
}

/** A process that writes and waits, and runs no projections. */
const startApi = (log = memoryTestLog()) => {
  const process = startReaderProcess(pool, log)
  return { log, process, ...projectionWaiter(process) }
}

describe('R21: reading after writing', () => {
  it('returns what was written, every time', async () => {
    const { log, waitFor } = startApi()
    startReaderProcess(pool, log).run(cards)
    for (let n = 1; n <= 25; n++) {
      const position = await log.write(stamped('a', n))
      expect(await waitFor(['cards'], position, longTimeout)).toEqual({ type: 'Reached' })
      expect((await pool.query<{ stamps: number }>('select stamps from read.cards')).rows[0]?.stamps).toBe(n)
    }
  })

  it('waits for every projection about to be read', async () => {
    const { log, waitFor } = startApi()
    const process = startReaderProcess(pool, log)
    process.run(cards)
    const position = await log.write(stamped('a'))
    expect(await waitFor(['cards'], position, longTimeout)).toEqual({ type: 'Reached' })
    expect(await waitFor(['cards', 'ledger'], position, 20)).toEqual({
      type: 'Behind',
      progress: [
        { name: 'cards', position, state: 'running' },
        { name: 'ledger', position: null, state: 'absent' },
      ],
    })
    process.run(ledger)
    expect(await waitFor(['cards', 'ledger'], position, longTimeout)).toEqual({ type: 'Reached' })
  })

  it('waits for the tables alone while the log is empty', async () => {
    const { log, waitFor } = startApi()
    expect(await waitFor(['cards'], null, 20)).toEqual({
      type: 'Behind',
      progress: [{ name: 'cards', position: null, state: 'absent' }],
    })
    startReaderProcess(pool, log).run(cards)
    expect(await waitFor(['cards'], null, longTimeout)).toEqual({ type: 'Reached' })
    expect((await pool.query('select 1 from read.cards')).rows).toEqual([])
  })

  it('does not wait for events that change nothing in the projection', async () => {
    const { log, waitFor } = startApi()
    startReaderProcess(pool, log).run(cards)
    await waitFor(['cards'], await log.write(stamped('a')), longTimeout)
    for (const _ of [1, 2, 3])
      expect(await waitFor(['cards'], await log.write(noise), longTimeout)).toEqual({ type: 'Reached' })
  })

  it('reports the progress at the deadline and never returns stale data as new', async () => {
    const { log, waitFor } = startApi()
    const worker = startReaderProcess(pool, log)
    worker.run(cards)
    const early = await log.write(stamped('a'))
    await checkpointReaches(pool, 'cards_v1', early)
    await worker.stop()
    const late = await log.write(stamped('a'))
    expect(await waitFor(['cards'], late, 300)).toEqual({
      type: 'Behind',
      progress: [{ name: 'cards', position: early, state: 'running' }],
    })
    expect(await waitFor(['cards'], early, longTimeout)).toEqual({ type: 'Reached' })
  })

  it('trusts nothing announced over a connection that was lost, because a crash may have undone it', async () => {
    const { log, process } = startApi()
    const losses: (() => void)[] = []
    const session: typeof process.session = {
      ...process.session,
      attach: (part) => {
        losses.push(part.onLost)
        return process.session.attach(part)
      },
    }
    const { waitFor } = projectionWaiter({ ...process, session })
    const worker = startReaderProcess(pool, log)
    worker.run(cards)
    const kept = await log.write(stamped('a'))
    const undone = await log.write(stamped('a'))
    expect(await waitFor(['cards'], undone, longTimeout)).toEqual({ type: 'Reached' })
    await worker.stop()
    await pool.query('update ops.checkpoints set position = $1', [kept])
    for (const onLost of losses) onLost()
    expect(await waitFor(['cards'], undone, 100)).toEqual({
      type: 'Behind',
      progress: [{ name: 'cards', position: kept, state: 'running' }],
    })
  })

  it('reports a stopped projection immediately', async () => {
    const { log, waitFor } = startApi()
    startReaderProcess(pool, log).run({ ...cards, onFailedEvent: 'stop' })
    await log.writeRaw('Stamped', '{}')
    await waitUntil(async () => (await readCheckpoint(pool, 'cards_v1'))?.state === 'stopped')
    const behind = await waitFor(['cards'], await log.write(stamped('a')), longTimeout)
    expect(behind).toEqual({ type: 'Behind', progress: [{ name: 'cards', position: null, state: 'stopped' }] })
  })

  it.each(['another process', 'the same process'])(
    'never goes back in time because of a rebuild by %s',
    async (rebuilder) => {
      const { log, process } = startApi()
      const worker = startReaderProcess(pool, log)
      const { waitFor } = projectionWaiter(rebuilder === 'the same process' ? worker : process)
      worker.run(cards)
      const state = { isDone: false }
      const rebuilding = (async () => {
        for (let n = 0; n < 3; n++)
          await rebuildProjection(worker, cards, new AbortController().signal, { pageSize: 5 })
        state.isDone = true
      })()
      for (let n = 1; !state.isDone; n++) {
        const position = await log.write(stamped('a', n))
        expect(await waitFor(['cards'], position, longTimeout)).toEqual({ type: 'Reached' })
        expect((await pool.query<{ stamps: number }>('select stamps from read.cards')).rows[0]?.stamps).toBe(n)
      }
      await rebuilding
    },
  )

  it('wakes up even when notifications are lost', async () => {
    const log = memoryTestLog()
    const unnotified = startReaderProcess(pool, log)
    const { waitFor } = projectionWaiter({
      ...unnotified,
      session: { ...unnotified.session, on: () => () => undefined },
    })
    startReaderProcess(pool, log).run(cards)
    expect(await waitFor(['cards'], await log.write(stamped('a')), longTimeout)).toEqual({ type: 'Reached' })
  })

  it('wakes up with the commit that makes it visible', async () => {
    const log = memoryTestLog()
    let notifications = 0
    startReaderProcess(pool, log).session.on(progressChannel, () => notifications++)
    await waitUntil(() => Promise.resolve(notifications > 0))
    startReaderProcess(pool, log).run(cards)
    for (let n = 0; n < 3; n++) {
      const before = notifications
      await log.write(stamped('a'))
      await waitUntil(() => Promise.resolve(notifications > before))
    }
  })

  it('sends no query while nothing waits', async () => {
    const { log, waitFor } = startApi()
    const { counting, queries } = countingPool()
    const idle = projectionWaiter({ ...startReaderProcess(pool, log), pool: counting })
    startReaderProcess(pool, log).run(cards)
    await waitFor(['cards'], await log.write(stamped('a')), longTimeout)
    await pause(50)
    expect(queries()).toBe(0)
    await idle.waitFor(['cards'], await log.write(stamped('a')), longTimeout)
    expect(queries()).toBeGreaterThan(0)
  })

  it('sends no query about tables maintained by the same process', async () => {
    const log = memoryTestLog()
    const process = startReaderProcess(pool, log)
    const { counting, queries } = countingPool()
    const { waitFor } = projectionWaiter({ ...process, pool: counting })
    let listening = false
    process.session.on(progressChannel, () => (listening = true))
    // A new listener queries once, since it may have missed a notification.
    await waitUntil(() => Promise.resolve(listening))
    process.run(cards)
    await waitFor(['cards'], await log.write(stamped('a')), longTimeout)
    // The database may show the first event before this process has recorded it.
    await waitUntil(() => Promise.resolve(process.localProgress.shownUpTo('cards_v1') !== null))
    const before = queries()
    for (const event of [stamped('a'), noise, stamped('b'), noise])
      expect(await waitFor(['cards'], await log.write(event), 200)).toEqual({ type: 'Reached' })
    expect(queries()).toBe(before)
  })

  it('sends no query about tables whose positions another process announces', async () => {
    const log = memoryTestLog()
    const process = startReaderProcess(pool, log)
    const { counting, queries } = countingPool()
    const { waitFor } = projectionWaiter({ ...process, pool: counting })
    const worker = startReaderProcess(pool, log)
    for (const projection of [cards, ledger]) worker.run(projection)
    await waitFor(['cards', 'ledger'], await log.write(stamped('a')), longTimeout)
    const before = queries()
    for (const event of [stamped('a'), noise, stamped('b'), noise])
      expect(await waitFor(['cards', 'ledger'], await log.write(event), 200)).toEqual({ type: 'Reached' })
    expect(queries()).toBe(before)
  })

  it('asks the database once a notification says that more than positions has changed', async () => {
    let notify: (missed: boolean, payload: string) => void = () => undefined
    const session = {
      on: (_: string, listener: typeof notify) => ((notify = listener), () => undefined),
      attach: () => () => undefined,
    }
    let row = { name: 'cards', relation: 'cards_v1', position: '1', state: 'running' }
    const { waitFor } = projectionWaiter({
      localProgress: localProgress(),
      session,
      pool: { query: () => Promise.resolve({ rows: [row] }) },
    } as never)
    expect(await waitFor(['cards'], '1', longTimeout)).toEqual({ type: 'Reached' })
    notify(false, 'other_v1 9')
    expect(await waitFor(['cards'], '2', 20)).toMatchObject({ type: 'Behind' })
    notify(false, 'other_v1 9\ncards_v1 2')
    expect(await waitFor(['cards'], '2', longTimeout)).toEqual({ type: 'Reached' })
    row = { ...row, relation: 'cards_v2', position: '3' }
    notify(false, '')
    expect(await waitFor(['cards'], '3', longTimeout)).toEqual({ type: 'Reached' })
    notify(false, 'cards_v1 4')
    expect(await waitFor(['cards'], '4', 20)).toMatchObject({ type: 'Behind' })
    notify(true, '')
    row = { ...row, position: '2' }
    expect(await waitFor(['cards'], '3', 20)).toMatchObject({ type: 'Behind', progress: [{ position: '2' }] })
  })

  it('shares the query in flight with later callers', async () => {
    const progress = localProgress()
    let notify: (missed: boolean, payload: string) => void = () => undefined
    const answers: (() => void)[] = []
    const row = { name: 'cards', relation: 'cards_v1', position: '1', state: 'running' }
    const slowPool = { query: () => new Promise((resolve) => answers.push(() => resolve({ rows: [row] }))) }
    const session = {
      on: (_: string, listener: typeof notify) => ((notify = listener), () => undefined),
      attach: () => () => undefined,
    }
    const { waitFor } = projectionWaiter({ localProgress: progress, session, pool: slowPool } as never)
    const checkpoint = { name: 'cards_v1', fence: '1', stored: null, readUpTo: null, stop: new AbortController() }
    const answerQuery = (nth: number) => {
      answers[nth]?.()
      return pause(1)
    }
    const first = waitFor(['cards'], '2', longTimeout)
    await answerQuery(0)
    notify(false, '')
    notify(false, '')
    progress.recordMove(checkpoint, '2')
    expect(await first).toEqual({ type: 'Reached' })
    const second = waitFor(['cards'], '3', longTimeout)
    await answerQuery(1)
    expect(answers).toHaveLength(2)
    progress.recordMove(checkpoint, '3')
    expect(await second).toEqual({ type: 'Reached' })
  })
})

describe('local progress of a process', () => {
  const checkpoint = (name: string) => ({
    name,
    fence: '1',
    stored: null,
    readUpTo: null,
    stop: new AbortController(),
  })

  it('starts with an acknowledged move and never decreases', () => {
    const { recordMove, recordSkipped, shownUpTo } = localProgress()
    const cards = checkpoint('cards_v1')
    recordSkipped(cards, '3')
    expect(shownUpTo('cards_v1')).toBeNull()
    recordMove(cards, '4')
    recordSkipped(cards, '7')
    recordMove(cards, '5')
    expect([shownUpTo('cards_v1'), shownUpTo('ledger_v1')]).toEqual(['7', null])
  })

  it('is not trusted after the database may have lost data, until it acknowledges a move again', () => {
    const { recordMove, recordSkipped, shownUpTo, forget } = localProgress()
    const [before, after] = [checkpoint('cards_v1'), checkpoint('cards_v1')]
    recordMove(before, '4')
    forget()
    recordSkipped(before, '5')
    expect(shownUpTo('cards_v1')).toBeNull()
    recordMove(after, '3')
    recordSkipped(before, '6')
    expect(shownUpTo('cards_v1')).toBe('3')
  })

  it('announces many changes at once', async () => {
    const { recordMove, recordSkipped, onChange } = localProgress()
    let changes = 0
    onChange(() => changes++)
    const cards = checkpoint('cards_v1')
    recordMove(cards, '1')
    for (const to of ['2', '3', '4']) recordSkipped(cards, to)
    await pause(5)
    expect(changes).toBe(1)
  })
})
