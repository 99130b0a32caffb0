import { describe, expect, it } from 'vitest'
import { eventRegistry } from '../../application/event-registry.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import type { AnyEvent, EventCodec } from '../../domain/kernel/event.ts'
import { allProjections } from '../../infrastructure/composition/readers.ts'
import { erasureRules, foldInMemory } from '../../infrastructure/projections/projection-engine.ts'
import { samples } from '../support/event-samples.ts'
import { at } from '../support/sample-values.ts'

const recorded = (event: AnyEvent, n: number): EventEnvelope => ({
  id: `e-${n}`,
  stream: `envelope-${n}`,
  version: 1,
  position: String(n).padStart(6, '0'),
  event,
  meta: { correlationId: 'c', causationId: null, actor: { id: null, role: 'operator' }, occurredAt: at('2026-06-01') },
})
type Data = Readonly<Record<string, unknown>>
const codecs = [...eventRegistry.codecs.values()] as readonly EventCodec<AnyEvent>[]
const log = codecs.map(({ type }, n) => recorded({ type, data: samples[type as keyof typeof samples] }, n))

/** Subjects of all personal fields. */
const subjects = new Set(
  log.flatMap(({ event }) =>
    Object.values(eventRegistry.codecs.get(event.type)?.fields ?? {}).flatMap((field) =>
      field.kind === 'pii' ? [String((event.data as Data)[field.subject])] : [],
    ),
  ),
)
/** The event as decoded after the subject's key has been destroyed. */
const blanked = (envelope: EventEnvelope, subject: string): EventEnvelope => {
  const data = { ...(envelope.event.data as Data) } as Record<string, unknown>
  for (const [name, field] of Object.entries(eventRegistry.codecs.get(envelope.event.type)?.fields ?? {}))
    if (field.kind === 'pii' && data[field.subject] === subject) data[name] = field.whenErased
  return { ...envelope, event: { ...envelope.event, data } }
}
const erasure = (accountId: string) =>
  recorded({ type: 'AccountErased', data: { accountId, clientId: null, at: at('2026-06-01') } }, 900)
const others = log.filter(({ event }) => event.type !== 'AccountErased')

const personalProjections = allProjections.filter((projection) => erasureRules(projection) !== null)

describe('after an account is erased', () => {
  it('the sample rows contain its data', () => {
    expect(subjects.size).toBeGreaterThan(3)
    expect(personalProjections.length).toBeGreaterThan(15)
  })

  it.each(personalProjections.map((projection) => [projection.name, projection] as const))(
    'the rows of %s equal a rebuild from the remaining log',
    (_, projection) => {
      for (const subject of subjects) {
        const erasedRows = foldInMemory(projection as never, [...others, erasure(subject)])
        const rebuilt = foldInMemory(projection as never, [
          ...others.map((envelope) => blanked(envelope, subject)),
          erasure(subject),
        ])
        expect([...erasedRows]).toEqual([...rebuilt])
      }
    },
  )

  it('rows that belong to it alone are removed', () => {
    const bookings = allProjections.find(({ name }) => name === 'bookings')
    const before = foldInMemory(bookings as never, others)
    const after = foldInMemory(bookings as never, [...others, erasure('account-giulia')])
    expect([before.size, after.size]).toEqual([1, 0])
  })
})
