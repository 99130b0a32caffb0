import { describe, expect, it } from 'vitest'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { auditEvents, auditHours, eventTypesOf } from '../../../projections/audit/audit-events.ts'
import { sampleOf } from '../../support/event-samples.ts'

const recorded = (n: number, type: string, occurredAt: string): EventEnvelope => ({
  id: `event-${n}`,
  stream: 'review-review-1',
  version: n,
  position: String(n).padStart(20, '0'),
  event: { type, data: sampleOf(type) },
  meta: {
    correlationId: 'request-1',
    causationId: n === 1 ? null : 'event-1',
    actor: { id: 'account-giulia', role: 'client' },
    occurredAt: occurredAt as Instant,
  },
})

const events = [
  recorded(1, 'ReviewSubmitted', '2026-03-01T09:59:59.999Z'),
  recorded(2, 'ReviewHidden', '2026-03-01T10:00:00.000Z'),
  recorded(3, 'ReviewRestored', '2026-03-01T09:59:59.000Z'),
]

describe('the log without data', () => {
  it('D-48: has a row for each event, and one for each account that it is about', () => {
    const rows = foldInMemory(auditEvents, events.slice(0, 1))
    const accounts = ['account-giulia', 'account-aurora']
    const position = '00000000000000000001'
    expect(rows.get('event-1')).toEqual({
      position,
      account: null,
      stream: 'review-review-1',
      type: 'ReviewSubmitted',
      at: '2026-03-01T09:59:59.999Z',
      actor: 'account-giulia',
      correlationId: 'request-1',
      causationId: null,
      accounts,
    })
    const others = [...rows].filter(([key]) => key !== 'event-1')
    expect(others.map(([key, { account }]) => [key, account])).toEqual(
      accounts.map((account, n) => [`${position} ${n}`, account]),
    )
    expect(others[0]?.[1]).toMatchObject({ position, stream: null, type: null, accounts: null })
  })

  it('D-48: holds no text of an event', () => {
    const { comment } = sampleOf('ReviewSubmitted') as { readonly comment: string }
    expect(comment).toMatch(/\w/)
    expect(JSON.stringify([...foldInMemory(auditEvents, events)])).not.toContain(comment)
  })

  it('D-48: knows where the events of an hour are, also if they are not in the order of their times', () => {
    const rows = foldInMemory(auditHours, events)
    expect(
      [...rows].map(([hour, row]) => [hour, Number(row.firstPosition), Number(row.lastPosition), row.events]),
    ).toEqual([
      ['2026-03-01T09', 1, 3, 2],
      ['2026-03-01T10', 2, 2, 1],
    ])
  })

  it('D-48: knows the types of events of a category of streams', () => {
    expect(eventTypesOf('favourites')).toEqual(['FavouriteSaved', 'FavouriteDropped'])
    expect(eventTypesOf('nothing')).toEqual([])
    expect(eventTypesOf('constructor')).toEqual([])
  })
})
