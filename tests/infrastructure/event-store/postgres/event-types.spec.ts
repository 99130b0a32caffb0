import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { eventTypes } from '../../../../infrastructure/event-store/postgres/event-types.ts'
import type { RunQuery } from '../../../../infrastructure/event-store/postgres/statements.ts'
import { event, ok } from '../../../contract/event-store/test-kit.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)

const storedTypes: RunQuery = () => Promise.resolve([['1', 'ReviewGiven']])

it('the type of an event is read although the cache is emptied while the types are loaded', async () => {
  const types = eventTypes()
  const emptiedMeanwhile: RunQuery = (...query) => {
    types.clear()
    return storedTypes(...query)
  }
  expect(await types.namesOf(emptiedMeanwhile, [1, 1])).toEqual(['ReviewGiven', 'ReviewGiven'])
})

it('types are loaded once, and a number that the log does not know has no name', async () => {
  const types = eventTypes()
  let queries = 0
  const counted: RunQuery = (...query) => {
    queries++
    return storedTypes(...query)
  }
  await types.namesOf(counted, [1])
  expect(await types.namesOf(counted, [1])).toEqual(['ReviewGiven'])
  expect(queries).toBe(1)
  expect(await types.namesOf(counted, [7])).toEqual([''])
})

it('processes that write in turn keep what they know about the log', async () => {
  const [one, other] = [database.open(), database.open()]
  /** A server process reports its scans with the first statement after a second. */
  const typeScans = async () => {
    await pause(1_100)
    for (const store of [one, other]) await ok(store.append('reported', 'any', [event()]))
    return database.column<number>(
      `select (seq_scan + coalesce(idx_scan, 0))::int from pg_stat_all_tables where schemaname = 'log' and relname = 'types'`,
    )
  }
  for (let n = 0; n < 4; n++)
    for (const store of [one, one, other]) await ok(store.append(`warm-${n}`, 'any', [event()]))
  const [before = 0] = await typeScans()
  for (let n = 0; n < 40; n++)
    for (const store of [one, one, one, other]) await ok(store.append(`turn-${n}`, 'any', [event()]))
  expect(await typeScans()).toEqual([before])
})
