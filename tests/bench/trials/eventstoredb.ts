import { byTurns, flawless, ratesOf, same, type Trial } from '../bench.ts'
import { compared } from '../finding.ts'
import { startSubject } from '../subject.ts'
import type { EventStoreDb } from '../subjects/eventstoredb.ts'
import type { StandInTasks } from '../subjects/stand-in.ts'

/** Against the protocol stand-in: what the adapter adds to the client, not how fast a real server is. */
const adapter: Trial = {
  goals: ['P24'],
  run: async (bench) => {
    const { warmUpMs, runMs } = bench.plan
    const server = startSubject<StandInTasks>('stand-in', {})
    const connectionString = await server.ask('connectionString', undefined)
    const mine = startSubject<EventStoreDb>('eventstoredb', { connectionString, through: 'adapter' })
    const bare = startSubject<EventStoreDb>('eventstoredb', { connectionString, through: 'bare' })
    const extent = { ms: runMs }
    for (const subject of [mine, bare]) {
      await subject.ask('append', { callers: 64, extent: { ms: warmUpMs / 2 } })
      await subject.ask('read', { callers: 16, extent: { ms: warmUpMs / 2 } })
    }
    const run = await byTurns(bench, {
      bareAppends: async () => flawless(await bare.ask('append', { callers: 64, extent })),
      ourAppends: async () => flawless(await mine.ask('append', { callers: 64, extent })),
      bareReads: async () => flawless(await bare.ask('read', { callers: 16, extent })),
      ourReads: async () => flawless(await mine.ask('read', { callers: 16, extent })),
    })
    const acknowledged = (await mine.ask('acknowledged', undefined)) + (await bare.ask('acknowledged', undefined))
    same('events in the stand-in', await server.ask('stored', undefined), acknowledged)
    for (const subject of [mine, bare, server]) await subject.end()
    return [
      compared('P24', 'appends', ratesOf(run.ourAppends), ratesOf(run.bareAppends), '/s'),
      compared('P24', 'reads', ratesOf(run.ourReads), ratesOf(run.bareReads), ' streams of 20/s'),
    ]
  },
}

export const eventStoreDbTrials: readonly Trial[] = [adapter]
