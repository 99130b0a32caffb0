import '../../../infrastructure/composition/engine.ts'
import { Pool } from 'pg'
import { postgresEventStore } from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { answer, setting } from '../subject.ts'
import { appending } from './ours/appending.ts'
import { commanding } from './ours/commanding.ts'
import { following } from './ours/following.ts'
import { living } from './ours/living.ts'
import { memory } from './ours/memory.ts'
import { onlooking } from './ours/onlooking.ts'
import { projecting } from './ours/projecting.ts'
import type { Surroundings } from './ours/surroundings.ts'

const { url } = setting() as { readonly url: string }
const pool = new Pool({ connectionString: url, max: 16 })
pool.on('error', () => undefined)
const store = postgresEventStore({ pool, connectionString: url })
const ours: Surroundings = { pool, store, acknowledged: { events: 0 }, closers: [] }

const tasks = {
  ...appending(ours),
  ...following(ours),
  ...commanding(ours),
  ...projecting(ours),
  ...living(ours),
  ...memory(ours),
  ...onlooking(ours),
  acknowledged: () => Promise.resolve(ours.acknowledged.events),
}
export type Ours = typeof tasks

answer(tasks, async () => {
  for (const close of ours.closers) await close()
  await store.close()
  await pool.end()
})
