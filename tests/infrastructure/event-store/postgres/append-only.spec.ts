import { afterAll, describe, expect, it } from 'vitest'
import { E } from '../../../../domain/kernel/fp.ts'
import { event, events, listen, ok } from '../../../contract/event-store/test-kit.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)
const store = database.open()
await ok(store.append('s', 'none', events(9)))

/** Changes a superuser could try, even with replication triggers disabled. */
const attempts = ['events', 'types'].flatMap((table) => [
  `delete from log.${table}`,
  `delete from log.${table} where false`,
  `update log.${table} set ${table === 'events' ? "data = '{}'" : "name = 'other'"}`,
  `truncate log.${table} cascade`,
  `set session_replication_role = replica; delete from log.${table}`,
  `merge into log.${table} t using (values (1)) v on true when matched then delete`,
])

describe('the log', () => {
  it.each(attempts)('rejects: %s', async (attempt) => {
    const before = await database.column('select data from log.events order by position')
    const client = await database.pool.connect()
    const refusal = await client.query(attempt).then(() => null, String)
    client.release(true)
    expect(refusal).toContain('append-only')
    expect(await database.column('select data from log.events order by position')).toEqual(before)
  })

  it('is not read past a gap left by a forced deletion', async () => {
    await database.pool.query('alter table log.events disable trigger all')
    await database.pool.query('delete from log.events where position = 4')
    const missing = { type: 'Unavailable', cause: { message: 'position 4 is missing: the log continues at 5' } }
    const reads = ['00000000000000000002', '00000000000000000003'].map((after) => store.readAll(after, 5)())
    for (const outcome of await Promise.all(reads)) expect(outcome).toMatchObject(E.left(missing))
    await expect(listen(store, 's', '00000000000000000002').until(3)).rejects.toThrow('position 4 is missing')
    expect(E.isRight(await store.readAll('00000000000000000004', 5)())).toBe(true)
  })

  it('is not resumed by a reader that is ahead of it', async () => {
    const later = '00000000000000000012'
    const older = { type: 'Unavailable', cause: { message: expect.stringContaining('older backup') as unknown } }
    expect(await store.readAll(later, 5)()).toMatchObject(E.left(older))
    await expect(listen(store, 's', later).until(1)).rejects.toThrow('older backup')
    expect(await store.readAll('12', 5)()).toMatchObject(E.left({ type: 'Unavailable' }))
    await ok(store.append('t', 'none', [event()]))
  })
  it('is not read past a gap deep inside a long response', async () => {
    await ok(store.append('much', 'none', events(1_000)))
    await database.pool.query('delete from log.events where position = 700')
    const missing = { type: 'Unavailable', cause: { message: 'position 700 is missing: the log continues at 701' } }
    for (const limit of [700, 1_000, 2_000, 5_000])
      expect(await store.readAll('00000000000000000004', limit)()).toMatchObject(E.left(missing))
    expect(await ok(store.readAll('00000000000000000004', 695))).toHaveLength(695)
    expect(await ok(store.readAll('00000000000000000700', 5_000))).toHaveLength(310)
  })
})
