import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import {
  eventStoreMigrations,
  postgresEventStore,
} from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { testDatabase } from '../../support/database.ts'
import { noise, stamped } from '../projections/card-projections.ts'
import { checkpointReaches, migrateReaders } from '../projections/reader-process.ts'
import { testLog } from '../projections/test-log.ts'

const { pool, url, drop } = await testDatabase()
await migrate(pool, [eventStoreMigrations])
await migrateReaders(pool)
const store = postgresEventStore({ pool, connectionString: url })
const log = testLog(store)
afterAll(async () => {
  await store.close()
  await drop()
})

const startWorker = async () => {
  const child = fork(new URL('worker.ts', import.meta.url), [url], { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

it('R17: a worker killed repeatedly executes every command once and requests every effect once', async () => {
  const state = { isWriting: true }
  const writing = (async () => {
    let last = ''
    for (let n = 0; state.isWriting; n++) {
      last = await log.write(stamped(`c${n}`), noise)
      await pause(2)
    }
    return last
  })()
  for (let round = 0; round < 4; round++) {
    const child = await startWorker()
    await pause(150 + round * 60)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  state.isWriting = false
  const last = await writing
  await startWorker()
  await checkpointReaches(pool, 'policy:greeting', last)
  const all = await log.recorded()
  const stamps = all.filter(({ event }) => event.type === 'Stamped')
  const songs = all.filter(({ event }) => event.type === 'Torn')
  expect(songs.map(({ meta }) => meta.causationId)).toEqual(stamps.map(({ id }) => id))
  const { rows } = await pool.query<{ key: string }>('select key from ops.outbox order by number')
  expect(rows.map(({ key }) => key)).toEqual(stamps.flatMap(({ id }) => [`${id}:greeting-mail`, `${id}:bill`]))
})
