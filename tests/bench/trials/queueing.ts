import { byTurns, flawless, ratesOf, same, type Trial } from '../bench.ts'
import { compared } from '../finding.ts'
import { claiming } from '../claiming.ts'
import { startSubject } from '../subject.ts'
import type { GarboTasks } from '../subjects/garbo.ts'

const workers = 16

/**
 * P26: both take as many of as many open cases in the same order. Garbo’s side is the use case with all that follows from a
 * claim, projections and deadlines, in one process; the base keeps a lock, a name and a time.
 */
const claims: Trial = {
  goals: ['P26'],
  run: async (bench) => {
    const { open, claims } = bench.plan.queue
    const database = await bench.cluster.database('empty')
    const garbo = startSubject<GarboTasks>('garbo', { url: database.url })
    const bareDatabase = await bench.cluster.database('empty')
    const bare = claiming(bench.cluster, bareDatabase)
    await garbo.ask('moderators', { count: workers })
    const claim = async () => {
      await garbo.ask('openCases', { open })
      await bench.cluster.settle()
      const measured = flawless(await garbo.ask('claim', { claims }))
      same('cases claimed', measured.operations, claims)
      return measured
    }
    const claimBare = async () => {
      await bare.open(open)
      await bench.cluster.settle()
      return bare.run(workers, claims)
    }
    await claimBare()
    await claim()
    const run = await byTurns(bench, { bare: claimBare, ours: claim })
    await garbo.end()
    const stored = await database.number(
      `select count(*) from log.events e join log.types t using (type_no) where t.name = 'CaseClaimed'`,
    )
    same('claims in the log', stored, claims * (bench.plan.runs + 1))
    for (const { drop } of [database, bareDatabase]) await drop()
    return [compared('P26', 'rate', ratesOf(run.ours), ratesOf(run.bare), '/s')]
  },
}

export const queueingTrials: readonly Trial[] = [claims]
