import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { eventRegistry } from '../../application/event-registry.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import {
  type AnyProjection,
  foldInMemory,
  listProjections,
  loadRows,
  type ProjectionRow,
  projectionTable,
  projectionWaiter,
  rebuildProjection,
} from '../../infrastructure/projections/projection-engine.ts'
import { projections } from '../../projections/all.ts'
import type { Projection } from '../../projections/projection.ts'
import { resetReaders, startReaderProcess } from '../infrastructure/projections/reader-process.ts'
import { memoryTestLog } from '../infrastructure/projections/test-log.ts'
import { testDatabase } from '../support/database.ts'
import { sampleOf } from '../support/event-samples.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)

const all: readonly AnyProjection[] = Object.values(projections)
const never = new AbortController().signal

/** A sample event about one of three sets of entities. */
const event: fc.Arbitrary<AnyEvent> = fc
  .tuple(fc.constantFrom(...eventRegistry.codecs.keys()), fc.constantFrom('', '-b', '-c'))
  .map(([type, other]) => {
    const fields = Object.entries(sampleOf(type) ?? {})
    const isName = (field: string, value: unknown) => typeof value === 'string' && /(Id|^code|^key)$/.test(field)
    return {
      type,
      data: Object.fromEntries(
        fields.map(([field, value]) => [field, isName(field, value) ? `${String(value)}${other}` : value]),
      ),
    }
  })

it('R14: every projection gives the same rows live, rebuilt, page by page and in memory, for every order of events', () =>
  fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 150, maxLength: 200 }), async (events) => {
      await resetReaders(pool)
      const log = memoryTestLog(eventRegistry)
      const process = startReaderProcess(pool, log)
      const { waitFor } = projectionWaiter(process)
      const names = all.map(({ name }) => name)
      await log.write(...events.slice(0, 50))
      for (const projection of all) process.run(projection, { pageSize: 20 })
      const last = await log.write(...events.slice(50))
      expect(await waitFor(names, last, 30_000)).toEqual({ type: 'Reached' })
      const recorded = await log.recorded()
      expect(recorded).toHaveLength(events.length)
      const inMemory = all.map((projection) =>
        bytes(foldInMemory(projection as unknown as Projection<ProjectionRow>, recorded)),
      )
      const onDisk = async () => {
        const serving = await listProjections(process, all)
        return Promise.all(
          all.map(async (projection, n) => {
            const { rows } = await pool.query<{ key: string }>(`select key from read.${projection.name}`)
            const table = projectionTable(projection, serving[n]?.relation ?? '')
            return bytes(
              await loadRows(
                pool,
                table,
                rows.map(({ key }) => key),
              ),
            )
          }),
        )
      }
      expect(await onDisk()).toEqual(inMemory)
      for (const options of [{}, { maxGatheredRows: 0, pageSize: 7 }]) {
        for (const projection of all) await rebuildProjection(process, projection, never, options)
        expect(await onDisk()).toEqual(inMemory)
      }
      await process.stop()
    }),
    { numRuns: 2 },
  ))

it('the samples create rows in every projection', () => {
  const occurredAt = '2026-05-04T10:00:00.000Z' as Instant
  const meta = { correlationId: 'c', causationId: null, actor: { id: null, role: 'visitor' as const }, occurredAt }
  const events = [...eventRegistry.codecs.keys()].map((type, n) => {
    const envelope = { id: `id-${n}`, stream: 'samples', version: n + 1, position: String(n).padStart(4, '0') }
    return { ...envelope, event: { type, data: sampleOf(type) }, meta }
  })
  const everShows = (projection: AnyProjection) =>
    events.some(
      ({ position }) => foldInMemory(projection as unknown as Projection<ProjectionRow>, events, position).size > 0,
    )
  expect(all.filter((projection) => !everShows(projection)).map(({ name }) => name)).toEqual([])
})

const bytes = (rows: ReadonlyMap<string, unknown>) => JSON.stringify([...rows].sort(([a], [b]) => (a < b ? -1 : 1)))
