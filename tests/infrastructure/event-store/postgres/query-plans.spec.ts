import { afterAll, expect, it } from 'vitest'
import * as statements from '../../../../infrastructure/event-store/postgres/statements.ts'
import { events, ok } from '../../../contract/event-store/test-kit.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** The plan nodes that access tables, in a generic plan as the adapter's connections use. */
const scansOf = async (statement: string): Promise<readonly Plan[]> => {
  const client = await database.pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `explain (generic_plan, format json) ${statement}`,
    )
    const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
    return rows
      .flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)))
      .filter((plan) => plan['Index Name'] !== undefined || plan['Node Type'] === 'Seq Scan')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const { readStreams, readAll, streamNames, findConflicts } = statements

it.each(['an empty', 'a filled'])('every query of %s log uses an index', async (log) => {
  if (log === 'a filled') {
    const store = database.open()
    for (let n = 0; n < 50; n++) await ok(store.append(`s-${n}`, n % 2 ? 'any' : 'none', events(20)))
    await database.pool.query('analyze log.events')
  }
  for (const { name, text } of [readStreams, readAll, streamNames, findConflicts]) {
    const scans = await scansOf(text)
    expect(scans.length, name).toBeGreaterThan(0)
    for (const scan of scans) {
      expect(scan['Node Type'], name).not.toBe('Seq Scan')
      const condition = scan['Index Name'] === 'events_repeatable' ? /\bid = .*stream_no = / : /./
      expect(scan['Index Cond'] ?? '', `${name} by ${scan['Index Name']}`).toMatch(condition)
    }
  }
  expect((await scansOf(findConflicts.text)).map((scan) => scan['Index Name'])).toContain('events_repeatable')
})
