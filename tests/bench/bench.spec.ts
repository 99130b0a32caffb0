import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Criterion, criterionOf, formatBound, formatWithUnit, goalIds, goals } from './goals.ts'
import { closedLoop } from './load.ts'
import { fullPlan, quickPlan } from './plan.ts'
import { belowPass, renderReport, reportRow } from './report.ts'
import { absoluteResult, evaluate, ratioResult } from './result.ts'
import { latencyRecorder, linearRise, median, medianRun, ratios, spreadOf } from './statistics.ts'
import { subjectFile, subjectPrograms } from './subject.ts'
import { docOf, meta, newId, reviewOf } from './workload.ts'

const everyCriterion = goalIds.flatMap((goal) => Object.keys(goals[goal].criteria).map((name) => ({ goal, name })))
const criteria = everyCriterion.map(({ goal, name }) => criterionOf(goal, name))
const benchmarksPage = new URL('../../docs/benchmarks.md', import.meta.url)

describe('benchmark criteria', () => {
  it('have a lead bound never easier than the pass bound', () => {
    expect(criteria.length).toBeGreaterThan(30)
    const easier = ({ is, pass, lead }: Criterion) =>
      pass !== null && lead !== null && (is === 'at least' ? lead < pass : lead > pass)
    expect(criteria.filter(easier)).toEqual([])
  })

  it('pass a value equal to the bound and fail a value below it', () => {
    const reached = evaluate(absoluteResult('P2', 'rate', [5], ''))
    expect(reached).toEqual({ pass: true, lead: false })
    expect(evaluate(absoluteResult('P2', 'rate', [4.99], '')).pass).toBe(false)
    expect(evaluate(absoluteResult('P20', 'statements', [30], '')).pass).toBe(true)
    expect(evaluate(absoluteResult('P20', 'statements', [30.1], '')).pass).toBe(false)
  })

  it('do not fail without a bound', () => {
    expect(evaluate(absoluteResult('P8', 'p99', [1_000], ''))).toEqual({ pass: null, lead: false })
    expect(evaluate(absoluteResult('P7', 'acknowledged', [100], ''))).toEqual({ pass: true, lead: null })
  })

  it('fail the run for values below pass, except accepted ones (P26, H10), which are reported', () => {
    const poor = everyCriterion.map(({ goal, name }) => {
      const { is } = criterionOf(goal, name)
      return absoluteResult(goal, name as never, [is === 'at least' ? -1 : 1e9], '')
    })
    const isAccepted = ({ goal, name }: (typeof everyCriterion)[number]) =>
      criterionOf(goal, name).accepted !== undefined
    const bound = everyCriterion.filter(({ goal, name }) => criterionOf(goal, name).pass !== null)
    const names = bound.filter((one) => !isAccepted(one)).map(({ goal, name }) => `${goal} ${name}`)
    const h10 = ['cpu2', 'cpu4', 'rate2', 'rate4'].map((name) => `H10 ${name} (ADR 34)`)
    expect(belowPass(poor)).toEqual({ missed: names, accepted: ['P26 rate (ADR 20)', ...h10] })
    expect(belowPass([absoluteResult('P26', 'rate', [0.7], '')])).toEqual({ missed: [], accepted: [] })
  })

  it('use the median run, not the best one', () => {
    expect(evaluate(ratioResult('P2', 'rate', [60, 40, 90], [10, 10, 10], '/s')).pass).toBe(true)
    expect(evaluate(ratioResult('P2', 'rate', [49, 40, 90], [10, 10, 10], '/s')).pass).toBe(false)
  })

  it('are the same for a quick run, which only has smaller sizes', () => {
    expect(Object.keys(quickPlan)).toEqual(Object.keys(fullPlan))
    expect(quickPlan.runMs).toBeLessThan(fullPlan.runMs)
    expect(fullPlan).toMatchObject({ runs: 3, moreRuns: 7, warmUpMs: 10_000 })
  })
})

describe('the benchmark report', () => {
  const findings = everyCriterion.map(({ goal, name }) => absoluteResult(goal, name as never, [1], 'figures'))
  /** The criteria whose row is missing or has other bounds. */
  const missing = (page: string) => {
    const rows = page.split('\n').map((row) => row.replaceAll(/ +/g, ' '))
    return everyCriterion.filter(({ goal, name }) => {
      const criterion = criterionOf(goal, name)
      const row = rows.find((line) => line.includes(`${goals[goal].what}: ${criterion.what} |`)) ?? ''
      return ![criterion.pass, criterion.lead].every((bound) => row.includes(`| ${formatBound(criterion, bound)} `))
    })
  }

  it('lists every goal with both bounds', () => {
    const page = renderReport(
      findings,
      [{ goals: 'P1', leg: 'ours', latency: latencyRecorder().read() }],
      [['Node', 'v24']],
      fullPlan,
    )
    expect(missing(page)).toEqual([])
    expect(missing(page.replace('≥ 15×', '≥ 14×'))).toEqual([{ goal: 'P1', name: 'rate' }])
  })

  it('in docs/benchmarks.md matches the current goals', () =>
    expect(missing(readFileSync(benchmarksPage, 'utf8'))).toEqual([]))

  it('states which bounds were reached and which were missed', () => {
    expect(reportRow(absoluteResult('P2', 'rate', [6], ''), true)).toMatchObject({ pass: '≥ 5× ✓', lead: '≥ 7× ✗' })
    expect(reportRow(absoluteResult('P2', 'rate', [6], ''), false)).toMatchObject({ pass: '≥ 5×', lead: '≥ 7×' })
  })

  it.each([
    [12_345.678, '×', '12,346×'],
    [9.876, '×', '9.88×'],
    [31.26, 'ms', '31.3 ms'],
    [100, '%', '100%'],
    [0.003216, '×', '0.0032×'],
    [0.0406, '×', '0.041×'],
    [0.996, '×', '1×'],
    [0, 'ms', '0 ms'],
  ] as const)('prints %s in %s as %s', (value, unit, text) => expect(formatWithUnit(value, unit)).toBe(text))
})

describe('a benchmark subject', () => {
  it.each(subjectPrograms)('exists as a program in tests/bench/subjects: %s', (program) =>
    expect(existsSync(subjectFile(program))).toBe(true),
  )
})

describe('the benchmark workload', () => {
  it('uses version 7 UUIDs ordered by time', async () => {
    const first = newId()
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    await new Promise((resolve) => setTimeout(resolve, 3))
    expect(newId() > first).toBe(true)
    expect(new Set(Array.from({ length: 1_000 }, newId)).size).toBe(1_000)
  })

  it('has about 140 bytes of data and 45 bytes of metadata', () => {
    expect(JSON.stringify(reviewOf('doc-0000001').data)).toHaveLength(142)
    expect(JSON.stringify(meta)).toHaveLength(45)
  })

  it('uses every document equally often and spreads neighbours', () => {
    const docs = Array.from({ length: 20_000 }, (_, nth) => docOf(nth, 2_000))
    expect(new Set(docs).size).toBe(2_000)
    expect(docs.filter((doc) => doc === docs[0])).toHaveLength(10)
  })
})

describe('benchmark statistics', () => {
  it('give percentiles accurate to one part in a thousand', () => {
    const watch = latencyRecorder()
    for (let ms = 1; ms <= 1_000; ms++) watch.record(ms)
    const { count, p50, p95, p99, p999, max } = watch.read()
    expect(count).toBe(1_000)
    for (const [is, shouldBe] of [
      [p50, 500],
      [p95, 950],
      [p99, 990],
      [p999, 999],
      [max, 1_000],
    ] as const)
      expect(Math.abs(is / shouldBe - 1)).toBeLessThan(0.001)
  })

  it('show one slow operation in a thousand in the maximum but not in the p99', () => {
    const watch = latencyRecorder()
    for (let n = 0; n < 999; n++) watch.record(1)
    watch.record(500)
    expect(watch.read().p99).toBeCloseTo(1, 2)
    expect(watch.read().max).toBeCloseTo(500, 0)
  })

  it('give an empty recording zero count and maximum', () =>
    expect(latencyRecorder().read()).toMatchObject({ count: 0, max: 0 }))

  it('give the mean of the two middle values as the median of an even count', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([1, 2, 3, 10])).toBe(2.5)
    expect(() => median([])).toThrow('nothing')
  })

  it('take the run with the middle p99 as typical', () => {
    const of = (p99: number) => ({ ...latencyRecorder().read(), p99 })
    expect(medianRun([of(9), of(1), of(5)]).p99).toBe(5)
    expect(medianRun([of(2), of(1)]).p99).toBe(1)
    expect(() => medianRun([])).toThrow('nothing')
  })

  it('compute ratios run by run', () => {
    expect(ratios([10, 30, 40], [1, 10, 2])).toEqual({ value: 10, low: 3, high: 20 })
    expect(() => ratios([1], [1, 2])).toThrow('1 runs against 2')
    expect(spreadOf([3])).toEqual({ value: 3, low: 3, high: 3 })
  })

  it('take the rise from the regression line, not from the last point', () => {
    expect(linearRise([0, 1, 2, 3].map((x) => [x, 100 + 2 * x]))).toBeCloseTo(6)
    expect(linearRise([0, 1, 2, 3, 4].map((x) => [x, x === 2 ? 150 : 100]))).toBeCloseTo(0)
  })

  it('count failed operations separately', async () => {
    const measured = await closedLoop(3, { operations: 10 }, (nth) =>
      nth % 5 === 0 ? Promise.reject(new Error(`no ${nth}`)) : Promise.resolve(),
    )
    expect(measured).toMatchObject({ operations: 8, failed: 2, firstError: 'Error: no 0' })
    expect(measured.latency.count).toBe(10)
  })
})
