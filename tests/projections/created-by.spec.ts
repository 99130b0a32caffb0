import { expect, it } from 'vitest'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { projections } from '../../projections/all.ts'
import type { AnyProjection } from '../../infrastructure/projections/projection-engine.ts'
import { sampleOf } from '../support/event-samples.ts'

const all: readonly AnyProjection[] = Object.values(projections)

/** Creating events of each projection. */
const creations = all.flatMap((projection) => {
  const { createdBy = [], events } = projection
  const types = createdBy === 'all' ? [...events.codecs.keys()] : createdBy
  return types.map((type) => [projection.name, type, projection] as const)
})

const recorded = (type: string): EventEnvelope => ({
  id: '01900000-0000-7000-8000-000000000001',
  stream: 'any-1',
  version: 1,
  position: '00000000000000000001',
  event: { type, data: sampleOf(type) ?? {} },
  meta: {
    correlationId: 'c',
    causationId: null,
    actor: { id: null, role: 'visitor' },
    occurredAt: '2026-05-04T10:00:00.000Z' as Instant,
  },
})

it.each(creations)('in %s, a row that %s creates depends on no earlier one', (_, type, projection) => {
  const event = recorded(type) as EventEnvelope<never>
  for (const key of projection.keys(event)) {
    const created = projection.evolve(null as never, event, key)
    expect(projection.evolve({ ...created, unlike: 'any other' } as never, event, key)).toEqual(created)
  }
})
