import { append, byTurns, emmett, ours, ratesOf, same, type Bench, type Trial } from '../bench.ts'
import type { Database } from '../cluster.ts'
import { absolute, compared } from '../finding.ts'

const growth: Trial = {
  goals: ['P15'],
  run: async (bench) => {
    const { from, to, appends } = bench.plan.growth
    const [small, large] = [await ours(bench), await ours(bench)]
    const load = { callers: 64, events: 1, streams: 'own' } as const
    await append(small, { ...load, callers: 512 }, { operations: from })
    await append(large, { ...load, callers: 512 }, { operations: to })
    const run = await byTurns(bench, {
      small: () => append(small, load, { operations: appends }),
      large: () => append(large, load, { operations: appends }),
    })
    for (const { dismiss } of [small, large]) await dismiss()
    return [compared('P15', 'cost', ratesOf(run.small), ratesOf(run.large), '/s')]
  },
}

/** P18: the slope is measured once, it takes ten million events; rebuilds begin where both have filled the heap. */
const memory: Trial = {
  goals: ['P18'],
  run: async (bench) => {
    const { warmUp, events, rebuilt, docs } = bench.plan.memory
    const mine = await ours(bench)
    await mine.subject.ask('endure', { events: warmUp })
    const { consumed, failed, riseMb, lastMb } = await mine.subject.ask('endure', { events })
    same('appends that failed', failed, 0)
    same('events consumed', consumed, events)
    await mine.dismiss()
    const [few, many] = [await rebuilding(bench, rebuilt, docs), await rebuilding(bench, rebuilt * 10, docs)]
    const run = await byTurns(bench, { few: few.peak, many: many.peak })
    for (const { dismiss } of [few, many]) await dismiss()
    return [
      absolute('P18', 'slope', [riseMb], `${events.toLocaleString('en')} events; at the end ${lastMb.toFixed(0)} MB`),
      compared('P18', 'rebuild', run.many, run.few, ' MB'),
    ]
  },
}

/** A log of so many events; each rebuild has a process of its own, whose memory has held nothing else. */
const rebuilding = async (bench: Bench, events: number, docs: number) => {
  const filler = await ours(bench)
  await filler.subject.ask('fill', { events, docs })
  return {
    peak: async () => {
      const { subject } = await ours(bench, filler.database)
      const { peakMb } = await subject.ask('rebuild', { mode: 'fold' })
      await subject.end()
      return peakMb
    },
    dismiss: filler.dismiss,
  }
}

/** One event a stream: the workload that is hardest on the names of streams. */
const bytes: Trial = {
  goals: ['P23'],
  run: async (bench) => {
    const operations = bench.plan.bytesOf
    const mine = await ours(bench)
    const peer = await emmett(bench, await bench.bestPool(16))
    const load = { callers: 16, events: 1, streams: 'own' } as const
    const before = { ours: await sizeOf(mine.database), emmett: 0 }
    for (const one of [mine, peer]) await append(one, load, { operations })
    const ourBytes = ((await sizeOf(mine.database)) - before.ours) / operations
    const theirBytes = ((await sizeOf(peer.database)) - before.emmett) / operations
    for (const { dismiss } of [mine, peer]) await dismiss()
    return [compared('P23', 'bytes', [ourBytes], [theirBytes], ' bytes')]
  },
}

const sizeOf = (database: Database) =>
  database.number(
    `select coalesce(sum(pg_total_relation_size(c.oid)), 0) from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  )

export const growingTrials: readonly Trial[] = [growth, memory, bytes]
