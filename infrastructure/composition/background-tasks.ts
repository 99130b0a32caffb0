import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Clock } from '../../application/ports/clock.ts'
import type { BackgroundTask } from '../../web/api/server-context.ts'
import { listTimers } from '../jobs/bull-jobs.ts'
import type { ReaderStatus } from '../projections/projection-engine.ts'
import { outboxProgress } from '../reactions/policy-runner.ts'
import type { InspectReaders } from './readers.ts'

export interface TaskSources {
  readonly inspect: InspectReaders
  readonly queries: CommonQueryMethods
  readonly clock: Clock
}

/** The state of every projection, policy and timer and of the outbox, whichever process runs them. */
export const listBackgroundTasks = async (sources: TaskSources): Promise<readonly BackgroundTask[]> => {
  const { inspect, queries, clock } = sources
  const { readModels, policies, sequencers } = await inspect()
  const now = Date.parse(clock())
  const hasWorker = await queries.oneFirst(sql.type(z.object({ alive: z.boolean() }))`
    select exists (select from ops.leases l where l.name like 'worker:%' and ops.is_held(l.name)) as alive`)
  return [
    ...readModels.map((status) => readerTask('projection', status, now)),
    ...policies.map((status) => readerTask('policy', status, now)),
    ...sequencers.map((status) => readerTask('sequencer', status, now)),
    { name: 'outbox', ...(await outboxProgress(queries)) },
    ...(await listTimers(queries)).map(({ name, lastRunSeconds, overdueSeconds }) => ({
      name: `timer:${name}`,
      hasLeader: hasWorker,
      lastProgressSeconds: lastRunSeconds,
      lagEvents: null,
      lagSeconds: overdueSeconds,
    })),
  ]
}

const readerTask = (
  kind: 'projection' | 'policy' | 'sequencer',
  { name, hasLeader, lastMoveSeconds, lag, unreadSince }: ReaderStatus,
  now: number,
): BackgroundTask => ({
  name: `${kind}:${name}`,
  hasLeader,
  lastProgressSeconds: lastMoveSeconds,
  lagEvents: lag,
  lagSeconds: lag === 0 ? 0 : unreadSince === null ? null : Math.max(0, (now - Date.parse(unreadSince)) / 1_000),
})
