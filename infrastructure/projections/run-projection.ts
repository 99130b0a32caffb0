import type { AnyProjection } from './any-projection.ts'
import { dropUnused, standingOf } from './builds.ts'
import { claim } from './checkpoint.ts'
import { tellsOfErasure } from './erasing.ts'
import { follow } from './follow.ts'
import { lead, standStill, type Rest } from './lead.ts'
import type { Lease } from './leases.ts'
import { projector, type Take } from './projector.ts'
import type { Reading } from './reading.ts'
import { defaultPageSize, rebuildProjection, type RunOptions } from './rebuild.ts'
import type { Table } from './table.ts'

/**
 * Keeps `read.<name>` up to date until `signal` aborts. Any number of processes may run it: one leads, the others take
 * over. Where the code has another version or shape than what serves, it is rebuilt first.
 */
export const runProjection = async (
  reading: Reading,
  projection: AnyProjection,
  signal: AbortSignal,
  options: RunOptions = {},
): Promise<void> => {
  const { pool, retryMs } = reading
  let carefully = options.carefully ?? false
  const serveTable = async (table: Table, lease: Lease, until: AbortSignal): Promise<Rest> => {
    const cursor = await claim(pool, table.relation, lease)
    if (cursor === null) return 100
    const project = projector(reading, projection, table, cursor, { ...options, carefully })
    const take: Take = async (page) => {
      const outcome = await project(page)
      if (tellsOfErasure(page)) await dropUnused(pool, projection)
      return outcome
    }
    const { pageSize = defaultPageSize } = options
    const outcome = await follow(reading, { lease, cursor, take, pageSize }, until).finally(() =>
      reading.here.forget(table.relation),
    )
    if (outcome.type === 'Spoilt') carefully = true
    return outcome.type === 'Poisoned' ? standStill(reading, cursor, outcome) : 0
  }

  await lead(reading, `projection:${projection.name}`, signal, async (lease, until) => {
    const standing = await standingOf(pool, projection)
    if (standing.type === 'Current') {
      await dropUnused(pool, projection)
      return serveTable(standing.table, lease, until)
    }
    if (standing.type === 'Ahead') return retryMs
    const rebuilt = await rebuildProjection(reading, projection, until, { ...options, onlyIfOutdated: true })
    return rebuilt.type === 'Poisoned' ? retryMs : 0
  })
}
