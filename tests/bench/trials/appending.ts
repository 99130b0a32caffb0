import { append, byTurns, emmett, lasting, ours, ratesOf, type Trial } from '../bench.ts'
import { absolute, compared } from '../finding.ts'
import { copying, inserting } from '../limits.ts'
import type { Appends } from '../subjects/ours/appending.ts'

const appends = (callers: number, events = 1, streams: Appends['streams'] = 'own') => ({ callers, events, streams })

/** P1 and P4: many at once, against the peer and against the fastest way for the same rows into the same table. */
const many: Trial = {
  goals: ['P1', 'P4'],
  run: async (bench) => {
    const { warmUpMs, runMs, copyRows } = bench.plan
    const peer = await emmett(bench, await bench.bestPool(256))
    const mine = await ours(bench)
    const limit = await ours(bench)
    const load = appends(256)
    await append(limit, load, { operations: copyRows })
    const { copyIn } = await copying(bench.cluster, limit.database, copyRows)
    for (const one of [mine, peer]) await append(one, load, { ms: warmUpMs })
    const run = await byTurns(bench, {
      emmett: () => append(peer, load, { ms: runMs }),
      ours: () => append(mine, load, { ms: runMs }),
      copy: () => lasting(runMs, copyIn),
    })
    for (const { dismiss } of [mine, peer, limit]) await dismiss()
    return [
      compared('P1', 'rate', ratesOf(run.ours), ratesOf(run.emmett), '/s'),
      compared('P4', 'copy', ratesOf(run.ours), ratesOf(run.copy), '/s'),
    ]
  },
}

const sixteen: Trial = {
  goals: ['P2'],
  run: async (bench) => {
    const { warmUpMs, runMs } = bench.plan
    const peer = await emmett(bench, await bench.bestPool(16))
    const mine = await ours(bench)
    for (const one of [mine, peer]) await append(one, appends(16), { ms: warmUpMs })
    const run = await byTurns(
      bench,
      {
        emmett: () => append(peer, appends(16), { ms: runMs }),
        ours: () => append(mine, appends(16), { ms: runMs }),
      },
      bench.plan.moreRuns,
    )
    for (const { dismiss } of [mine, peer]) await dismiss()
    return [compared('P2', 'rate', ratesOf(run.ours), ratesOf(run.emmett), '/s')]
  },
}

const one: Trial = {
  goals: ['P3'],
  run: async (bench) => {
    const { warmUpMs, runMs } = bench.plan
    const peer = await emmett(bench, await bench.bestPool(1))
    const mine = await ours(bench)
    const limit = await bench.cluster.database('empty')
    const rows = await inserting(bench.cluster, limit)
    for (const one of [mine, peer]) await append(one, appends(1), { ms: warmUpMs })
    const run = await byTurns(
      bench,
      {
        emmett: () => append(peer, appends(1), { ms: runMs }),
        ours: () => append(mine, appends(1), { ms: runMs }),
        row: () => rows.run(1, runMs),
      },
      bench.plan.moreRuns,
    )
    for (const { dismiss } of [mine, peer]) await dismiss()
    await limit.drop()
    const p50 = (all: readonly { readonly latency: { readonly p50: number } }[]) =>
      all.map(({ latency }) => latency.p50)
    return [
      compared('P3', 'rate', ratesOf(run.ours), ratesOf(run.emmett), '/s'),
      compared('P3', 'p50', p50(run.ours), p50(run.row), ` ms (${rows.tool})`),
    ]
  },
}

const hundreds: Trial = {
  goals: ['P5'],
  run: async (bench) => {
    const { warmUpMs, runMs, copyRows } = bench.plan
    const peer = await emmett(bench, await bench.bestPool(16))
    const mine = await ours(bench)
    const limit = await ours(bench)
    const load = appends(16, 100)
    await append(limit, load, { operations: copyRows / load.events })
    const { copyIn } = await copying(bench.cluster, limit.database, copyRows)
    for (const one of [mine, peer]) await append(one, load, { ms: warmUpMs })
    const run = await byTurns(bench, {
      emmett: () => append(peer, load, { ms: runMs }),
      ours: () => append(mine, load, { ms: runMs }),
      copy: () => lasting(runMs, copyIn),
    })
    for (const { dismiss } of [mine, peer, limit]) await dismiss()
    const events = (all: readonly { readonly rate: number }[]) => all.map(({ rate }) => rate * load.events)
    return [
      compared('P5', 'rate', events(run.ours), events(run.emmett), ' events/s'),
      compared('P5', 'copy', events(run.ours), ratesOf(run.copy), ' events/s'),
    ]
  },
}

const sixtyFour: Trial = {
  goals: ['P6', 'P7'],
  run: async (bench) => {
    const { warmUpMs, runMs } = bench.plan
    const [mine, hot] = [await ours(bench), await ours(bench)]
    const unsafe = await bench.cluster.database('empty')
    const rows = await inserting(bench.cluster, unsafe)
    const [own, one] = [appends(64), appends(64, 1, 'hot')]
    await append(mine, own, { ms: warmUpMs })
    await hot.subject.ask('append', { ...one, extent: { ms: warmUpMs } })
    await rows.run(64, warmUpMs / 2)
    const run = await byTurns(bench, {
      unsafe: () => rows.run(64, runMs),
      ours: () => append(mine, own, { ms: runMs }),
      hot: () => hot.subject.ask('append', { ...one, extent: { ms: runMs } }),
    })
    for (const { dismiss } of [mine, hot]) await dismiss()
    await unsafe.drop()
    const acknowledged = run.hot.map(({ operations, failed }) => (100 * operations) / (operations + failed))
    const attempted = run.hot.reduce((sum, { operations, failed }) => sum + operations + failed, 0)
    return [
      compared('P6', 'rate', ratesOf(run.ours), ratesOf(run.unsafe), `/s (${rows.tool})`),
      absolute('P7', 'acknowledged', acknowledged, `of ${attempted.toLocaleString('en')}`),
      compared('P7', 'rate', ratesOf(run.hot), ratesOf(run.ours), '/s'),
    ]
  },
}

export const appendingTrials: readonly Trial[] = [many, sixteen, one, hundreds, sixtyFour]
