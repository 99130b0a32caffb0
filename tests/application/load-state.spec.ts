import { ContributionCounted } from '../../domain/ava/wallet-state.ts'
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { decideAndAppend, load, streamOf } from '../../application/command-handler.ts'
import { eventRegistry } from '../../application/event-registry.ts'
import { historyOf } from '../../application/history.ts'
import type { StateCacheLimits } from '../../application/load-state.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import { noSnapshots, type StateSnapshot, type StateSnapshots } from '../../application/ports/state-snapshots.ts'
import type { Sealing } from '../../application/ports/sealing.ts'
import { wallet, type WalletCommand } from '../../domain/ava/wallet.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { memoryEventStore } from '../../infrastructure/event-store/memory/memory-event-store.ts'
import { unwrap } from '../support/application.ts'
import { at } from '../support/sample-values.ts'

const stream = streamOf(wallet, 'ana')
const cacheAll: StateCacheLimits = { minEvents: 1, maxEvents: 1_000_000, eventsPerSnapshot: 50 }

/** Personal fields are sealed as `sealed`, open as `clear`, and are '' if omitted or once someone is erased. */
const markingSealing = (erasures: Erasures): Sealing => ({
  seal: (events) =>
    TE.right(
      events.map(({ event }) => JSON.parse(JSON.stringify(event.data).replaceAll('clear', 'sealed')) as unknown),
    ),
  open: (events) =>
    TE.fromIO(() => {
      const value = erasures.count > 0 ? '' : 'clear'
      return events.map(({ data }) => replaceSealed(data, value))
    }),
  disclose: (events) => TE.right(events.map(() => [])),
  omit: (events) => events.map(({ data }) => replaceSealed(data, '')),
  replace: (events) => events.map(({ data }) => replaceSealed(data, '')),
  countErased: TE.fromIO(() => {
    erasures.asked++
    return erasures.count
  }),
})

interface Erasures {
  count: number
  asked: number
}
const replaceSealed = (data: unknown, by: string): unknown =>
  JSON.parse(JSON.stringify(data).replaceAll('sealed', by)) as unknown

/** A process with its own cached states on a shared store. */
const processOn = (
  store: EventStore,
  limits: Partial<StateCacheLimits> = {},
  snapshots = noSnapshots,
  erasures: Erasures = { count: 0, asked: 0 },
) => {
  const reads: { readonly stream: string; readonly from: number | undefined; readonly events: number }[] = []
  const read: EventStore['read'] = (name, from) =>
    TE.map((events: readonly { readonly id: string }[]) => {
      reads.push({ stream: name, from, events: events.length })
      return events as never
    })(store.read(name, from))
  const history = historyOf({ read, append: store.append }, markingSealing(erasures), eventRegistry, {
    limits: { ...cacheAll, ...limits },
    snapshots,
  })
  return {
    reads,
    history,
    run: (command: WalletCommand, meta: Partial<EventMetadata> = {}, id = 'ana') =>
      decideAndAppend({ history, newId: randomUUID })(wallet, id, command, { ...request, ...meta })(),
    load: async (id = 'ana') => unwrap(await load({ history })(wallet, id)()),
    loadDecrypted: async (id = 'ana') => unwrap(await load({ history })(wallet, id, 'decrypted')()),
    setAddress: async (id = 'ana') => {
      const ids = { changeId: null, addressId: null, formerAddressId: null, payableFrom: null }
      const data = { accountId: id, address: 'clear', ...ids, at: at('2026-03-01') }
      const event = { id: randomUUID(), event: { type: 'PayoutAddressSet', data }, meta: request }
      unwrap(await history.append(streamOf(wallet, id), 'any', [event])())
    },
  }
}

const request: EventMetadata = {
  correlationId: 'request',
  causationId: null,
  actor: { id: 'ana', role: 'client' },
  occurredAt: at('2026-03-01'),
}
const contribution = (
  causeId: string,
  type: 'CountContribution' | 'UncountContribution' = 'CountContribution',
): WalletCommand => {
  const common = { accountId: 'ana', causeId, at: at('2026-03-01') }
  return type === 'CountContribution' ? { type, ...common, stay: null, reviewsPerDay: 1_000_000 } : { type, ...common }
}

/** Snapshots are written after what is waiting. */
const snapshotsWritten = () => new Promise((resolve) => setImmediate(resolve))

const countMany = async (app: ReturnType<typeof processOn>, count: number, id = 'ana') => {
  for (let n = 0; n < count; n++) unwrap(await app.run(contribution(`review-${n}`), {}, id))
  await snapshotsWritten()
}

describe('a command on a long stream', () => {
  it('reads only what was appended since the last one', async () => {
    const app = processOn(memoryEventStore())
    await countMany(app, 300)
    expect(app.reads.slice(-100).every(({ events }) => events <= 3)).toBe(true)
  })

  it('knows the position of the last event, whether it was read or folded before', async () => {
    const store = memoryEventStore()
    const app = processOn(store)
    expect((await app.load()).position).toBeNull()
    await countMany(app, 30)
    const { position } = await app.load()
    expect(position).toBe(unwrap(await store.read(stream)()).at(-1)?.position)
    expect((await app.load()).position).toBe(position)
    expect((await processOn(store, { minEvents: 1_000 }).load()).position).toBe(position)
  })

  it('reads a short stream as a whole and caches nothing of it', async () => {
    const app = processOn(memoryEventStore(), { minEvents: 50, maxEvents: 1_000 })
    await countMany(app, 20)
    expect(app.reads.every(({ from }) => from === undefined)).toBe(true)
  })

  it('decides on what other processes appended', async () => {
    const store = memoryEventStore()
    const [first, second] = [processOn(store), processOn(store)]
    await countMany(first, 9)
    await second.load()
    unwrap(await first.run(contribution('review-0', 'UncountContribution')))
    expect(unwrap(await second.run(contribution('review-9'))).events.map(({ type }) => type)).toEqual([
      ContributionCounted.type,
    ])
    expect(unwrap(await first.run(contribution('review-10'))).events.map(({ type }) => type)).toEqual([
      ContributionCounted.type,
      'AvaEarned',
    ])
  })

  it('folds the stream again if the log is not the one that was read, because a backup was restored', async () => {
    let store = memoryEventStore()
    const switching: EventStore = {
      ...store,
      read: (...args) => store.read(...args),
      append: (...args) => store.append(...args),
    }
    const app = processOn(switching)
    await countMany(app, 30)
    await app.load()
    store = memoryEventStore()
    unwrap(await processOn(switching).run(contribution('review-other')))
    const { state, version } = await app.load()
    expect([version, [...state.counted.keys()]]).toEqual([1, ['review-other']])
    expect(unwrap(await app.run(contribution('review-0'))).version).toBe(2)
  })

  it('without personal data never decides on what an earlier command decrypted', async () => {
    const app = processOn(memoryEventStore())
    await app.setAddress()
    expect((await app.load()).state.address).toBe('')
    expect((await app.loadDecrypted()).state.address).toBe('clear')
    unwrap(await app.run(contribution('review-1')))
    expect((await app.load()).state.address).toBe('')
  })

  it('lets other requests be served while it folds the stream for the first time', async () => {
    const store = memoryEventStore()
    await countMany(processOn(store), 1_500)
    let served = 0
    const serve = (): unknown => setImmediate(() => ++served < 1_000 && serve())
    serve()
    await processOn(store).load()
    expect(served).toBeGreaterThanOrEqual(5)
  })
})

describe('a command that needs the personal data of a long stream', () => {
  const processWithErasures = (limits: Partial<StateCacheLimits> = {}) => {
    const erasures = { count: 0, asked: 0 }
    return { erasures, app: processOn(memoryEventStore(), limits, noSnapshots, erasures) }
  }

  it('reads only what was appended since the last one', async () => {
    const { app } = processWithErasures()
    await app.setAddress()
    await countMany(app, 100)
    const before = await app.loadDecrypted()
    for (const causeId of ['a', 'b', 'c']) unwrap(await app.run(contribution(causeId)))
    const { state, version } = await app.loadDecrypted()
    expect(app.reads.at(-1)).toMatchObject({ from: before.version, events: 4 })
    expect([state.address, version]).toEqual(['clear', before.version + 3])
  })

  it('decrypts again after an erasure by any process', async () => {
    const { app, erasures } = processWithErasures()
    await app.setAddress()
    await countMany(app, 10)
    expect((await app.loadDecrypted()).state.address).toBe('clear')
    erasures.count++
    expect((await app.loadDecrypted()).state.address).toBe('')
    expect((await app.loadDecrypted()).state.address).toBe('')
  })

  it('decrypts again after an erasure while it was decrypting', async () => {
    const { app, erasures } = processWithErasures()
    await app.setAddress()
    await countMany(app, 300)
    const first = app.loadDecrypted()
    await vi.waitUntil(() => erasures.asked > 0, { interval: 0 })
    erasures.count++
    await first
    expect((await app.loadDecrypted()).state.address).toBe('')
  })

  it('asks for no erasures on a short stream', async () => {
    const { app, erasures } = processWithErasures({ minEvents: 50 })
    await countMany(app, 20)
    await app.loadDecrypted()
    expect(erasures.asked).toBe(0)
  })
})

describe('a policy that repeats a command on a long stream (ADR 11)', () => {
  const policy = (causationId: string) => ({ causationId, actor: { id: 'ava', role: 'policy' as const } })

  it.each([
    ['that it just executed', 0],
    ['that it executed long ago', 40],
  ])('returns the events of a command %s', async (_, later) => {
    const app = processOn(memoryEventStore())
    await countMany(app, 20)
    const { recorded } = unwrap(await app.run(contribution('review-x'), policy('event-x')))
    for (let n = 0; n < later; n++) unwrap(await app.run(contribution(`later-${n}`), policy(`event-${n}`)))
    const repeated = unwrap(await app.run(contribution('review-x'), policy('event-x')))
    expect(repeated.events).toEqual([])
    expect(repeated.recorded.map(({ id, version }) => ({ id, version }))).toEqual(
      recorded.map(({ id, version }) => ({ id, version })),
    )
    expect(app.reads.slice(-2).every(({ from }) => from !== undefined)).toBe(true)
  })

  it('returns none if another event or another policy caused them', async () => {
    const app = processOn(memoryEventStore())
    await countMany(app, 20)
    unwrap(await app.run(contribution('review-x'), policy('event-x')))
    expect(unwrap(await app.run(contribution('review-x'), policy('event-y'))).recorded).toEqual([])
    const other = { causationId: 'event-x', actor: { id: 'rewards', role: 'policy' as const } }
    expect(unwrap(await app.run(contribution('review-x'), other)).recorded).toEqual([])
  })
})

/** Snapshots in memory; `change` tampers with what is found. */
const memorySnapshots = (change = (snapshot: StateSnapshot): StateSnapshot | null => snapshot) => {
  const saved = new Map<string, StateSnapshot>()
  const snapshots: StateSnapshots = {
    find: (name) => {
      const found = saved.get(name)
      return Promise.resolve(found === undefined ? null : change(found))
    },
    save: (name, snapshot) => void saved.set(name, snapshot),
  }
  return { saved, snapshots }
}

describe('snapshots', () => {
  it('let a process that starts read only what came after them', async () => {
    const store = memoryEventStore()
    const { saved, snapshots } = memorySnapshots()
    await countMany(processOn(store, {}, snapshots), 120)
    expect(saved.get(stream)?.version).toBeGreaterThanOrEqual(100)
    const restarted = processOn(store, {}, snapshots)
    const whole = await processOn(store).load()
    expect(await restarted.load()).toMatchObject({ version: whole.version })
    expect((await restarted.load()).state).toEqual(whole.state)
    expect(restarted.reads.every(({ events }) => events < 50)).toBe(true)
  })

  it('change nothing when they are lost', async () => {
    const store = memoryEventStore()
    await countMany(processOn(store, {}, memorySnapshots().snapshots), 120)
    const restarted = processOn(store, {}, memorySnapshots(() => null).snapshots)
    expect((await restarted.load()).state).toEqual((await processOn(store).load()).state)
  })

  it('are not used for another log', async () => {
    const { snapshots } = memorySnapshots()
    await countMany(processOn(memoryEventStore(), {}, snapshots), 120)
    const other = memoryEventStore()
    await countMany(processOn(other), 130)
    unwrap(await processOn(other).run(contribution('review-3', 'UncountContribution')))
    expect((await processOn(other, {}, snapshots).load()).state.counted.has('review-3')).toBe(false)
  })

  it('hold no personal data', async () => {
    const { saved, snapshots } = memorySnapshots()
    const app = processOn(memoryEventStore(), { eventsPerSnapshot: 2 }, snapshots)
    await app.setAddress()
    await app.loadDecrypted()
    await countMany(app, 3)
    expect((await app.loadDecrypted()).state.address).toBe('clear')
    await snapshotsWritten()
    expect(saved.get(stream)?.text).toContain('review-0')
    expect(saved.get(stream)?.text).not.toMatch(/clear|sealed/)
  })

  it('let a repeated policy find what it recorded before them', async () => {
    const store = memoryEventStore()
    const { snapshots } = memorySnapshots()
    const app = processOn(store, {}, snapshots)
    const { recorded } = unwrap(await app.run(contribution('review-x'), { causationId: 'event-x' }))
    await countMany(app, 120)
    const repeated = await processOn(store, {}, snapshots).run(contribution('review-x'), { causationId: 'event-x' })
    expect(unwrap(repeated).recorded.map(({ id }) => id)).toEqual(recorded.map(({ id }) => id))
  })
})

describe('cached states', () => {
  it('are limited together: the least recently used is folded again', async () => {
    const app = processOn(memoryEventStore(), { minEvents: 1, maxEvents: 50 })
    for (const id of ['ana', 'bea', 'carla']) await countMany(app, 20, id)
    const start = app.reads.length
    for (const id of ['carla', 'bea', 'ana']) await app.load(id)
    expect(app.reads.slice(start).map(({ from }) => from === undefined)).toEqual([false, false, true])
  })

  it('equal a fold of the whole stream, after any commands of two processes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({ minEvents: fc.integer({ min: 1, max: 8 }), maxEvents: fc.integer({ min: 1, max: 40 }) }),
        fc.array(
          fc.record({
            process: fc.nat(1),
            id: fc.constantFrom('ana', 'bea'),
            type: fc.constantFrom('CountContribution', 'UncountContribution'),
            causeId: fc.constantFrom('r1', 'r2', 'r3'),
            action: fc.constantFrom('run', 'setAddress', 'erase', 'load'),
          }),
          { minLength: 1, maxLength: 40 },
        ),
        async (limits, steps) => {
          const store = memoryEventStore()
          const erasures = { count: 0, asked: 0 }
          const start = (own: Partial<StateCacheLimits>) => processOn(store, own, noSnapshots, erasures)
          const processes = [start(limits), start(limits)]
          for (const { process, id, type, causeId, action } of steps) {
            const app = processes[process]
            if (app === undefined) continue
            if (action === 'run') unwrap(await app.run(contribution(causeId, type), {}, id))
            if (action === 'setAddress') await app.setAddress(id)
            if (action === 'erase') erasures.count++
            const withoutCache = start({ minEvents: 1_000 })
            for (const kind of ['load', 'loadDecrypted'] as const) {
              const [{ state, version }, whole] = [await app[kind](id), await withoutCache[kind](id)]
              expect({ state, version }).toEqual({ state: whole.state, version: whole.version })
            }
          }
        },
      ),
    ))
})
