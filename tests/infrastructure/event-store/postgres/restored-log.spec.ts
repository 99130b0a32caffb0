import { afterAll, expect, it } from 'vitest'
import { event, events, ok } from '../../../contract/event-store/test-kit.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)

/** Restores the log, including types, to an earlier state while processes write. */
const restoreTo = async (end: number) => {
  await database.pool.query('alter table log.events disable trigger all; alter table log.types disable trigger all')
  await database.pool.query('delete from log.events where position > $1', [end])
  await database.pool.query(`delete from log.types where type_no not in (select type_no from log.events)`)
  await database.pool.query('alter table log.events enable trigger all; alter table log.types enable trigger all')
}

const cutConnections = () =>
  database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

const lastPosition = async () =>
  (await database.column<number>('select coalesce(max(position), 0)::int from log.events'))[0] ?? 0

it.each([
  ['while its connection stays open', false, false],
  ['with a new connection', true, false],
  ['while another process writes too', false, true],
  ['while another process writes too, with new connections', true, true],
])(
  'a log restored from a backup, %s, continues at its end, regardless of what processes remember',
  async (_, isCut, hasOther) => {
    const [store, other] = [database.open(), database.open()]
    const stream = `s-${isCut}-${hasOther}`
    await ok(store.append(stream, 'any', [event()]))
    const backupEnd = await lastPosition()
    const late = { ...event(), type: `Late-${isCut}-${hasOther}` }
    for (const newEvent of [event(), event(), late]) await ok(store.append(stream, 'any', [newEvent]))
    if (hasOther) {
      await ok(other.append(`${stream}-other`, 'none', events(2)))
      await ok(store.append(`${stream}-lost`, 'none', events(3)))
    }
    await restoreTo(backupEnd)
    if (isCut) await cutConnections()

    for (let n = 0; n < 5; n++) {
      const append = store.append(`${stream}-${n}`, 'none', events(1 + n))
      // The first statement on a broken connection notices the failure.
      const outcome = await append()
      if (outcome._tag === 'Left') await ok(append)
    }
    await ok(store.append(stream, 'any', [event(), { ...late, id: event().id }]))

    const log = await ok(database.open().read(stream))
    expect(log.map(({ version }) => version)).toEqual([1, 2, 3])
    expect(log.at(-1)?.type).toBe(late.type)
  },
)
