import { afterAll, expect, it } from 'vitest'
import { pruning } from '../../../../infrastructure/event-store/postgres/repeats.ts'
import { queryOn } from '../../../../infrastructure/event-store/postgres/query.ts'
import { prune } from '../../../../infrastructure/event-store/postgres/statements.ts'
import { event, ok } from '../../../contract/event-store/asking.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)
const store = database.open()
const query = queryOn(database.pool)
const remembered = () => database.column('select count(*)::int from log.repeats')

it('R6: appends that named no version are known again for an hour, whoever prunes meanwhile', async () => {
  const [old, recent] = [[event()], [event()]] as const
  const first = await ok(store.append('s', 'any', old))
  await database.pool.query(`update log.repeats set at = at - interval '59 minutes'`)
  await ok(store.append('s', 'exists', recent))
  await query(prune, [])
  expect(await ok(store.append('s', 'any', old))).toEqual(first)

  await database.pool.query(`update log.repeats set at = at - interval '2 minutes'`)
  await query(prune, [])
  expect(await remembered()).toEqual([1])
  expect(await ok(store.append('s', 'exists', recent))).toEqual({ version: 2, position: '00000000000000000002' })
})

it('an event id is known again in its own stream only, and there it is', async () => {
  const shared = event()
  await ok(store.append('there', 'none', [event()]))
  const append = () => Promise.all(['here', 'there', 'new'].map((stream) => ok(store.append(stream, 'any', [shared]))))
  const first = await append()
  expect(first.map(({ version }) => version)).toEqual([1, 2, 1])
  expect(await append()).toEqual(first)
})

it('appends that name their version leave nothing to prune', async () => {
  const before = await remembered()
  await ok(store.append('exact', 'none', [event()]))
  await ok(store.append('exact', 1, [event()]))
  expect(await remembered()).toEqual(before)
})

it('is pruned now and then, and only after there was something new', async () => {
  const asked: string[] = []
  const pruneEvery = (every: number) =>
    pruning((statement, values) => {
      asked.push(statement.name)
      return query(statement, values)
    }, every)
  for (const appends of [1, 5, 0]) pruneEvery(1_000_000)(appends)
  expect(asked).toEqual([])
  const often = pruneEvery(0)
  for (const appends of [0, 3, 0, 1]) often(appends)
  expect(asked).toEqual(['log.prune', 'log.prune'])
})
