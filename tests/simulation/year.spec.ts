import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { eventRegistry } from '../../application/event-registry.ts'
import {
  type AnyProjection,
  foldInMemory,
  loadRows,
  type ProjectionRow,
  projectionTable,
} from '../../infrastructure/projections/projection-engine.ts'
import { projections } from '../../projections/all.ts'
import type { Projection } from '../../projections/projection.ts'
import type { VenueDayRow } from '../../projections/reviews/venue-scores.ts'
import { checkpointReaches, resetReaders, startReaderProcess } from '../infrastructure/projections/reader-process.ts'
import { testLog } from '../infrastructure/projections/test-log.ts'
import { testDatabase } from '../support/database.ts'
import { anyDay } from './actions.ts'
import { appealOracleOf, expectedScoresWithoutPeriods } from './appeal-oracle.ts'
import { expectedRatingsGiven, expectedScores, expectedStandings, oracleOf, suspiciousReporters } from './oracle.ts'
import { type Simulation, startSimulation } from './simulation.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)

/** All tests of this file use the same simulated year, determined by the seed. */
const seed = Number(process.env['YEAR_SEED'] ?? 2026)
const simulation = await (async (): Promise<Simulation> => {
  const simulated = await startSimulation({ businesses: 150, clients: 2_000 })
  for (const steps of fc.sample(anyDay, { seed, numRuns: 365 })) {
    for (const { actions, crashAfter, caughtUp } of steps) {
      await simulated.step(actions, crashAfter)
      if (caughtUp) await simulated.app.catchUp()
    }
    await simulated.night()
  }
  await simulated.app.catchUp()
  return simulated
})()
const log = await simulation.app.log()
const oracle = oracleOf(log)
const appealOracle = appealOracleOf(log)

describe(`in a simulated year of 2,150 people with two moderators and repeated process crashes (seed ${seed})`, () => {
  it('covers every possible action', () => {
    const actions = [
      'review',
      'edit',
      'rate',
      'flag',
      'dispute',
      'redeem',
      'moderate',
      'claim',
      'decide flag',
      'decide dispute',
      'appeal',
      'take appeal',
      'decide appeal',
      'appeal sanction',
      'decide sanction appeal',
      'exclude',
      'include',
    ]
    expect(actions.filter((action) => (simulation.accepted.get(action) ?? 0) < 5)).toEqual([])
  })

  it('fails only by business rules and leaves no reaction undone', () => {
    expect({ failures: simulation.failures, unexpectedFailures: simulation.app.unexpectedFailures }).toEqual({
      failures: [],
      unexpectedFailures: [],
    })
  })

  it('nobody decides their own case, no case has two claimants or closes twice, and no code is used or issued twice', () => {
    expect(oracle.faults).toEqual([])
  })

  it('Q-55, S-15: nobody decides an appeal against their own decision or twice; overturned strikes are not counted', () => {
    expect(appealOracle.faults).toEqual([])
  })

  it('excluding a period from a venue’s score removes exactly the reviews of those days', () => {
    expect(appealOracle.periods.size).toBeGreaterThan(5)
    const days = [...foldInMemory(projections.venueDays, log).values()]
    const scores = [...new Set(days.map(({ targetId }) => targetId))].map((targetId) => {
      const out = [...appealOracle.periods.values()].filter(({ businessId }) => businessId === targetId)
      const included = days.filter(
        ({ targetId: of, day }) =>
          of === targetId && day !== null && !out.some(({ from, to }) => from <= day && day <= to),
      )
      return [targetId, included.reduce(addDay, { starSum: 0, counted: 0 })] as const
    })
    expect(new Map(scores.filter(([, { counted }]) => counted > 0))).toEqual(
      expectedScoresWithoutPeriods(oracle, appealOracle),
    )
  })

  it('Q-50: each venue’s stars equal its authors’ latest visible reviews', () => {
    const days = foldInMemory(projections.venueDays, log)
    const rows = [...foldInMemory(projections.visibleReviewCounts, log)].map(([venue, { liveReviews: live }]) => {
      const { ones, twos, threes, fours, fives } = days.get(venue) ?? {
        ones: 0,
        twos: 0,
        threes: 0,
        fours: 0,
        fives: 0,
      }
      const starSum = ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives
      return [venue, { starSum, counted: ones + twos + threes + fours + fives, fives, live }] as const
    })
    expect(new Map(rows.filter(([, { live }]) => live > 0))).toEqual(expectedScores(oracle))
  })

  it('Q-44: each client’s standing equals their ratings', () => {
    const rows = [...foldInMemory(projections.clientStandings, log)].map(
      ([client, { totalRatings: count, ratingSum: sum, fiveStars: fives, uniqueProviders }]) =>
        [client, { count, sum, fives, venues: uniqueProviders }] as const,
    )
    const counted = [...expectedStandings(oracle)].map(([client, { venues, ...rest }]) => [
      client,
      { ...rest, venues: venues.size },
    ])
    expect(Object.fromEntries(rows.filter(([, { count }]) => count > 0))).toEqual(Object.fromEntries(counted))
  })

  it('B-30, Q-101: everybody has one AVA for each tenth rating or review that still counts', () => {
    const given = expectedRatingsGiven(oracle)
    const wallets = [...foldInMemory(projections.wallets, log)]
    expect(wallets.length).toBeGreaterThan(100)
    const due = wallets.map(([account]) => {
      const ratingsGiven = given.get(account) ?? 0
      return [account, { ratingsGiven, available: Math.floor(ratingsGiven / 10) }]
    })
    expect(wallets.map(([account, { ratingsGiven, available }]) => [account, { ratingsGiven, available }])).toEqual(due)
  })

  it('the moderators’ queue contains exactly the pending cases', () => {
    const open = [...oracle.cases].flatMap(([caseId, one]) => (one.closed ? [] : [{ caseId, ...one }]))
    const queued = (kind: string) => open.filter((one) => one.kind === kind)
    const reporters = open.filter(({ caseId }) => caseId.startsWith('flagging-')).map(({ targetId }) => targetId)
    expect(reporters.sort()).toEqual(suspiciousReporters(log))
    const flagged = [...queued('FLAG'), ...queued('HELD')].map(({ targetId }) => targetId)
    const reviews = flagged.filter((targetId) => !reporters.includes(targetId))
    expect(reviews.sort()).toEqual([...new Set([...oracle.pending.values()].map(({ reviewId }) => reviewId))].sort())
    const disputed = queued('DISPUTE').map(({ targetId }) => targetId)
    expect(disputed.sort()).toEqual([...oracle.disputes].flatMap(([id, at]) => (at === 'open' ? [id] : [])).sort())
    const appeals = [...appealOracle.appeals.values()].flatMap(({ over, decisionId }) => (over ? [] : [decisionId]))
    const sanctionAppeals = [...appealOracle.accounts.values()].flatMap(({ records }) =>
      [...records].flatMap(([sanctionId, { appeal }]) => (appeal === 'open' ? [sanctionId] : [])),
    )
    const appealed = queued('APPEAL').map(({ caseId }) => caseId)
    expect(appealed.sort()).toEqual([...appeals, ...sanctionAppeals].map((id) => `appeal-${id}`).sort())
  })

  it('R14: every projection in Postgres, with its worker killed halfway, equals a fresh fold of the year', async () => {
    await resetReaders(pool)
    const source = testLog(simulation.app.store, eventRegistry)
    const last = log.at(-1)?.position ?? ''
    const all: readonly AnyProjection[] = Object.values(projections)
    const halfway = log[Math.floor(log.length / 2)]?.position ?? ''
    const first = startReaderProcess(pool, source)
    for (const projection of all) first.run(projection, { pageSize: 200 })
    await checkpointReaches(pool, `${all[0]?.name}_v${all[0]?.version}`, halfway)
    await first.stop()
    const second = startReaderProcess(pool, source)
    for (const projection of all) second.run(projection)
    for (const projection of all) {
      const relation = `${projection.name}_v${projection.version}`
      await checkpointReaches(pool, relation, last)
      const fresh = foldInMemory(projection as unknown as Projection<ProjectionRow>, log)
      const stored = await loadRows(pool, projectionTable(projection, relation), [...fresh.keys()])
      expect(sortedRows(stored), projection.name).toEqual(sortedRows(fresh))
      const { rows } = await pool.query(`select count(*)::int as count from read.${projection.name}`)
      expect(rows, projection.name).toEqual([{ count: fresh.size }])
    }
    await second.stop()
  })
})

type VenueDay = VenueDayRow
const addDay = (
  { starSum, counted }: { starSum: number; counted: number },
  { ones, twos, threes, fours, fives }: VenueDay,
) => ({
  starSum: starSum + ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives,
  counted: counted + ones + twos + threes + fours + fives,
})

const sortedRows = (rows: ReadonlyMap<string, unknown>) =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map((row) => JSON.stringify(row))
