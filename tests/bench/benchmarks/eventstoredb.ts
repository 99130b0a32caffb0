import { assertEqual, assertNoFailures, type Benchmark, ratesOf, runInterleaved } from '../harness.ts'
import { ratioResult } from '../result.ts'
import { startSubject } from '../subject.ts'
import type { StandInTasks } from '../subjects/eventstoredb-stand-in.ts'
import type { EventStoreDbTasks } from '../subjects/eventstoredb.ts'

/** Measures the overhead of the adapter over the bare client; the server is the protocol stand-in. */
const adapterOverhead: Benchmark = {
  goals: ['P24'],
  run: async (bench) => {
    const { warmUpMs, runMs } = bench.plan
    const server = startSubject<StandInTasks>('eventstoredb-stand-in', {})
    const connectionString = await server.ask('connectionString', undefined)
    const adapter = startSubject<EventStoreDbTasks>('eventstoredb', { connectionString, through: 'adapter' })
    const bare = startSubject<EventStoreDbTasks>('eventstoredb', { connectionString, through: 'bare' })
    const extent = { ms: runMs }
    for (const subject of [adapter, bare]) {
      await subject.ask('append', { callers: 64, extent: { ms: warmUpMs / 2 } })
      await subject.ask('read', { callers: 16, extent: { ms: warmUpMs / 2 } })
    }
    const run = await runInterleaved(bench, {
      bareAppends: async () => assertNoFailures(await bare.ask('append', { callers: 64, extent })),
      ourAppends: async () => assertNoFailures(await adapter.ask('append', { callers: 64, extent })),
      bareReads: async () => assertNoFailures(await bare.ask('read', { callers: 16, extent })),
      ourReads: async () => assertNoFailures(await adapter.ask('read', { callers: 16, extent })),
    })
    const acknowledged = (await adapter.ask('acknowledged', undefined)) + (await bare.ask('acknowledged', undefined))
    assertEqual('events in the stand-in', await server.ask('stored', undefined), acknowledged)
    for (const subject of [adapter, bare, server]) await subject.end()
    return [
      ratioResult('P24', 'appends', ratesOf(run.ourAppends), ratesOf(run.bareAppends), '/s'),
      ratioResult('P24', 'reads', ratesOf(run.ourReads), ratesOf(run.bareReads), ' streams of 20/s'),
    ]
  },
}

export const eventStoreDbBenchmarks: readonly Benchmark[] = [adapterOverhead]
