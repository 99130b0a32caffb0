import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Mark } from '../../../application/audit/ports.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { plusMinutes } from '../../../domain/kernel/time.ts'
import { atInstant, atPosition, auditedLog, now, rita } from '../../support/audit/audited-log.ts'
import { sampleOf } from '../../support/event-samples.ts'
import { at } from '../../support/sample-values.ts'

const stream = 'favourites-ana'
const saved = (businessId: string) => ({
  type: 'FavouriteSaved',
  data: { accountId: 'ana', businessId, at: at('2026-03-01') },
})
const dropped = (businessId: string) => ({ ...saved(businessId), type: 'FavouriteDropped' })
const venues = (count: number, first = 0) => Array.from({ length: count }, (_, n) => `venue-${first + n}`)

let log: ReturnType<typeof auditedLog>
beforeEach(() => {
  log = auditedLog()
})

const recordedIn = async (name = stream) => {
  const read = await log.store.read(name)()
  if (E.isLeft(read)) throw new Error('the memory store failed')
  return read.right
}

describe('the page of a stream', () => {
  it('has its events in order, what caused them and who acted, and its state', async () => {
    await log.append(stream, [saved('one'), saved('two'), dropped('one')])
    const { events, state, nextVersion } = await log.page(rita, stream)
    const recorded = await recordedIn()
    expect(events).toEqual(
      recorded.map(({ id, type, version, position, data, meta }) => ({
        id,
        type,
        version,
        position,
        data: JSON.parse(data) as unknown,
        meta: JSON.parse(meta) as unknown,
      })),
    )
    expect([state, nextVersion]).toEqual([{ two: true }, null])
  })

  it('begins at a version and ends at a limit; the next page follows it', async () => {
    await log.append(stream, venues(7).map(saved))
    const pages = []
    for (let from: number | null = 2; from !== null;) {
      const { events, state, nextVersion } = await log.page(rita, stream, { from, limit: 3 })
      pages.push(events.map(({ version }) => version))
      expect(Object.keys(state as object)).toHaveLength(7)
      from = nextVersion
    }
    expect(pages).toEqual([
      [2, 3, 4],
      [5, 6, 7],
    ])
    expect((await log.page(rita, stream, { from: 8 })).events).toEqual([])
  })

  it('shows the stream as it was at a position or an instant', async () => {
    const times = [0, 1, 1, 2].map((minutes) => plusMinutes(now, minutes))
    await log.append(stream, venues(4).map(saved), times)
    const recorded = await recordedIn()
    const versionsAt = async (until: Parameters<typeof log.changes>[2]) =>
      (await log.page(rita, stream, { until })).events.map(({ version }) => version)
    expect(await versionsAt(atPosition(recorded[1]?.position ?? ''))).toEqual([1, 2])
    expect(await versionsAt(atInstant(plusMinutes(now, 1)))).toEqual([1, 2, 3])
    expect(await versionsAt(atInstant(plusMinutes(now, 60)))).toEqual([1, 2, 3, 4])
    expect((await log.page(rita, stream, { until: atInstant(now) })).state).toEqual({ 'venue-0': true })
  })

  it('is empty at a time before the first event', async () => {
    await log.append(stream, [saved('one')])
    const page = await log.page(rita, stream, { until: atInstant(at('2026-01-01')) })
    expect(page).toMatchObject({ events: [], state: {}, nextVersion: null })
  })

  it('ends before the first event that happened later, even if a policy recorded earlier causes after it', async () => {
    const times = [0, 2, 1, 3].map((minutes) => plusMinutes(now, minutes))
    await log.append(stream, venues(4).map(saved), times)
    const { events } = await log.page(rita, stream, { until: atInstant(plusMinutes(now, 1)) })
    expect(events.map(({ version }) => version)).toEqual([1])
  })

  it.each(['favourites-nobody', 'nothing-1', 'favourites', '', 'constructor-1', '-', 'anna@example.it'])(
    'does not exist for the name “%s”',
    async (name) => {
      await log.append(stream, [saved('one')])
      const found = await log.streams.page({ reader: rita, stream: name, until: null, from: 1, limit: 10 })()
      expect(found).toEqual(E.left({ type: 'Rejected', rejection: { type: 'StreamNotFound' } }))
    },
  )

  it('is found for the names of people, whose streams have other categories than their aggregate', async () => {
    await log.append('email-hash', [{ type: 'NameKept', data: sampleOf('NameKept') }])
    expect((await log.page(rita, 'email-hash')).events).toHaveLength(1)
  })

  it('names the accounts it concerns, those of its events first, also for client ids', async () => {
    await log.append('rewards-client-ana', [
      { type: 'StarsCounted', data: { ...sampleOf('StarsCounted'), clientId: 'client-ana' } },
    ])
    expect((await log.page(rita, 'rewards-client-ana')).concerned).toContain('account-ana')
    await log.append(stream, venues(300).map(saved))
    const { concerned } = await log.page(rita, stream, { from: 299 })
    expect(concerned.slice(0, 3)).toEqual(['ana', 'venue-298', 'venue-299'])
    expect(concerned).toHaveLength(200)
  })

  it('leaves out entries of large states and says how many', async () => {
    await log.append(stream, venues(1_200).map(saved))
    const { state, omitted } = await log.page(rita, stream)
    expect([Object.keys(state as object).length, omitted]).toEqual([1_000, 200])
  })
})

describe('a long stream', () => {
  const positions: string[] = []
  const times = Array.from({ length: 1_300 }, (_, n) => plusMinutes(now, n - (n % 7 === 0 ? 3 : 0)))
  beforeEach(async () => {
    positions.length = 0
    await log.append(stream, venues(1_300).map(saved), times)
    positions.push(...(await recordedIn()).map(({ position }) => position))
  })

  it('shows any moment, in any order, as if it were read from its start', async () => {
    const moments = fc.oneof(
      fc.integer({ min: 0, max: 1_299 }).map((n) => atPosition(positions[n] ?? '')),
      fc.integer({ min: -10, max: 1_310 }).map((n) => atInstant(plusMinutes(now, n))),
      fc.integer({ min: 1, max: 1_310 }).map((version): Mark => ({ kind: 'version', version })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(moments, { minLength: 1, maxLength: 4 }), async (marks) => {
        for (const until of marks) {
          const found = await log.page(rita, stream, { until, limit: 1 })
          const folded = Object.keys(found.state as object).length + found.omitted
          expect(folded).toBe(countUntil(until))
        }
      }),
      { numRuns: 30 },
    )
  })

  const countUntil = (until: Parameters<typeof log.changes>[2]): number => {
    const later = positions.findIndex((position, n) => {
      if (until === null) return false
      if (until.kind === 'version') return n >= until.version
      return until.kind === 'position' ? position > until.position : (times[n] ?? now) > until.at
    })
    return later === -1 ? positions.length : later
  }

  it('ends before an event of the future, whatever happened after it', async () => {
    const name = 'favourites-bea'
    const early = Array.from({ length: 600 }, (_, n) => plusMinutes(now, n === 400 ? 100_000 : 0))
    await log.append(name, venues(600).map(saved), early)
    for (let reading = 0; reading < 2; reading++)
      expect((await log.page(rita, name, { until: atInstant(now), from: 400 })).events).toHaveLength(1)
    await log.page(rita, name)
    expect((await log.page(rita, name, { until: atInstant(now), from: 400 })).events).toHaveLength(1)
  })

  it('is not read from its start again for another moment', async () => {
    const readTo = async (n: number) => {
      log.reads.length = 0
      await log.page(rita, stream, { until: atPosition(positions[n] ?? ''), from: n + 1, limit: 1 })
      return log.reads.reduce((sum, events) => sum + events, 0)
    }
    expect(await readTo(1_299)).toBeGreaterThan(1_300)
    for (const n of [1_299, 1_250, 1_000, 998, 501]) expect(await readTo(n)).toBeLessThanOrEqual(502)
  })

  it('is read again from its start when the log has been replaced by an older backup', async () => {
    await log.page(rita, stream)
    const other = auditedLog()
    await other.append(stream, venues(600, 5_000).map(saved))
    log.replaceBy(other.store)
    const { state } = await log.page(rita, stream)
    expect(Object.keys(state as object)).toContain('venue-5000')
    expect(Object.keys(state as object)).not.toContain('venue-0')
  })
})

describe('the changes of a stream between two moments', () => {
  const marksOf = async () => (await recordedIn()).map(({ position }) => atPosition(position))

  it('say which event changed what, by JSON Pointer', async () => {
    await log.append(stream, [saved('one'), saved('two'), dropped('one')])
    const [first = null, , last = null] = await marksOf()
    const [, second, third] = await recordedIn()
    const { from, to, changes, continuesAfter } = await log.changes(rita, stream, first, last)
    expect([from.state, to.state, continuesAfter]).toEqual([{ one: true }, { two: true }, null])
    expect(changes).toEqual([
      { path: '/two', before: null, after: true, eventId: second?.id, type: 'FavouriteSaved' },
      { path: '/one', before: true, after: null, eventId: third?.id, type: 'FavouriteDropped' },
    ])
  })

  it('lead from the first state to the second', async () => {
    const events = fc.array(fc.tuple(fc.constantFrom(saved, dropped), fc.constantFrom('a/b', 'c~d', 'e')), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(events, fc.nat(), async (acts, start) => {
        const name = `favourites-${randomUUID()}`
        await log.append(
          name,
          acts.map(([act, venue]) => act(venue.replaceAll(/[/~]/g, '-'))),
        )
        const recorded = await recordedIn(name)
        const mark = atPosition(recorded[start % recorded.length]?.position ?? '')
        const { from, to, changes } = await log.changes(rita, name, mark, null)
        const state = { ...(from.state as Record<string, unknown>) }
        for (const { path, before, after } of changes) {
          const key = path.slice(1)
          expect(state[key] ?? null).toEqual(before)
          if (after === null) delete state[key]
          else state[key] = after
        }
        expect(state).toEqual(to.state)
      }),
      { numRuns: 40 },
    )
  })

  it('have the moment asked for, or that of the last event', async () => {
    await log.append(stream, [saved('one'), saved('two')])
    const [first = null] = await marksOf()
    const { from, to } = await log.changes(rita, stream, first, atInstant(plusMinutes(now, 5)))
    expect([from.at, to.at]).toEqual([now, plusMinutes(now, 5)])
  })

  it('begin with nothing before the first event', async () => {
    await log.append(stream, [saved('one')])
    const { from, changes } = await log.changes(rita, stream, atInstant(at('2026-01-01')), null)
    expect([from, changes.length]).toEqual([{ at: at('2026-01-01'), position: null, state: {}, omitted: 0 }, 1])
  })

  it('are rejected if the second moment is earlier', async () => {
    await log.append(stream, [saved('one'), saved('two')])
    const [first = null, second = null] = await marksOf()
    const found = await log.streams.changes({ reader: rita, stream, from: second, to: first })()
    expect(found).toEqual(E.left({ type: 'Rejected', rejection: { type: 'MarksReversed' } }))
  })

  it('of long streams come in parts, each of which says where the next one begins', async () => {
    await log.append(stream, venues(1_200).map(saved))
    const paths: string[] = []
    let parts = 0
    for (let from: Parameters<typeof log.changes>[2] = atPosition('0'), isLast = false; !isLast; parts++) {
      const { changes, continuesAfter } = await log.changes(rita, stream, from, null)
      expect(changes.length).toBeLessThanOrEqual(1_000)
      paths.push(...changes.map(({ path }) => path))
      isLast = continuesAfter === null
      from = atPosition(continuesAfter ?? '')
    }
    expect(paths).toEqual(venues(1_200).map((venue) => `/${venue}`))
    expect(parts).toBeGreaterThan(2)
  })
})
