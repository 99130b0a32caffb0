import '../../../infrastructure/composition/v8-flags.ts'
import { Pool } from 'pg'
import { postgresEventStore } from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { serveTasks, startOptions } from '../subject.ts'
import { appendTasks, commandTasks, memoryTasks, subscriptionTasks } from './event-store/log-tasks.ts'
import { longStreamTasks } from './event-store/long-stream-tasks.ts'
import { liveLoadTasks, readModelLagTasks, rebuildTasks } from './event-store/projection-tasks.ts'
import type { StoreSession } from './event-store/session.ts'
import { treeTasks } from './event-store/tree-tasks.ts'

const { url } = startOptions() as { readonly url: string }
const pool = new Pool({ connectionString: url, max: 16 })
pool.on('error', () => undefined)
const store = postgresEventStore({ pool, connectionString: url })
const session: StoreSession = { pool, store, acknowledged: { events: 0 }, closers: [] }

const tasks = {
  ...appendTasks(session),
  ...subscriptionTasks(session),
  ...commandTasks(session),
  ...longStreamTasks(session, url),
  ...rebuildTasks(session),
  ...liveLoadTasks(session),
  ...memoryTasks(session),
  ...treeTasks(session, url),
  ...readModelLagTasks(session),
  acknowledged: () => Promise.resolve(session.acknowledged.events),
}
export type EventStoreTasks = typeof tasks

serveTasks(tasks, async () => {
  for (const close of session.closers) await close()
  await store.close()
  await pool.end()
})
