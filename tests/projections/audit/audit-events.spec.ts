import { describe, expect, it } from 'vitest'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { auditEvents, auditHours } from '../../../projections/audit/audit-events.ts'
import { auditPostings } from '../../../projections/audit/audit-postings.ts'
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
const at = (position: string): EventEnvelope => ({
  ...recorded(1, 'ReviewSubmitted', '2026-03-01T09:59:59.999Z'),
  id: '01a22b3a-84f3-76f3-ab29-093f4efe51e8',
  position,
})

describe('the log without data', () => {
  it('D-48: has a row for about ten events, in the order of the log', () => {
    const others = [
      recorded(9, 'ReviewHidden', '2026-03-01T10:00:00.000Z'),
      recorded(10, 'ReviewRestored', '2026-03-01T10:00:00.000Z'),
    ]
    const rows = foldInMemory(auditEvents, [...events, ...others])
    expect([...rows].map(([key, row]) => [key, row.events.map(({ id }) => id)])).toEqual([
      ['0000000000000000000', ['event-1', 'event-2', 'event-3', 'event-9']],
      ['0000000000000000001', ['event-10']],
    ])
    expect(rows.get('0000000000000000000')?.events[0]).toEqual({
      position: '00000000000000000001',
      id: 'event-1',
      stream: 'review-review-1',
      type: 'ReviewSubmitted',
      at: '2026-03-01T09:59:59.999Z',
      actor: 'account-giulia',
      correlationId: 'request-1',
      causationId: null,
      accounts: ['account-giulia', 'account-aurora'],
    })
  })

  it('D-48: has postings of what an event can be found by', () => {
    const rows = foldInMemory(auditPostings, [at('00000000000000012345'), at('00000000000000012349')])
    expect([...rows].map(([key, { offsets }]) => [key, offsets])).toEqual([
      ['event:01a22b3a-8 00000000000000012', '34'],
      ['stream:review-review-1 00000000000000012', '34'],
      ['category:review 0000000000000001', '23'],
      ['type:ReviewSubmitted 0000000000000001', '23'],
      ['correlation:request-1 00000000000000012', '34'],
      ['actor:account-giulia 00000000000000012', '34'],
      ['account:account-giulia 00000000000000012', '34'],
      ['account:account-aurora 00000000000000012', '34'],
    ])
  })

  it('D-48: adds a posting once for each part of the log that has the event, the latest first', () => {
    const positions = ['00000000000000012345', '00000000000000012351', '00000000000000012399', '00000000000000012400']
    const rows = foldInMemory(auditPostings, positions.map(at))
    expect(rows.get('actor:account-giulia 00000000000000012')).toEqual({ offsets: '40 39 35 34' })
    expect(rows.get('type:ReviewSubmitted 0000000000000001')).toEqual({ offsets: '24 23' })
  })

  it('D-48: has events and postings of logs in EventStoreDB, whose positions count bytes', () => {
    const positions = ['00000000000001234567:00000000000001234567', '00000000000001239999:00000000000001239999']
    const log = positions.map(at)
    expect([...foldInMemory(auditEvents, log)].map(([key, row]) => [key, row.events.length])).toEqual([
      ['0000000000000123', 2],
    ])
    const rows = foldInMemory(auditPostings, log)
    expect(rows.get('actor:account-giulia 00000000000001')).toEqual({ offsets: '23' })
    expect(rows.get('type:ReviewSubmitted 0000000000000')).toEqual({ offsets: '12' })
  })

  it('D-48: holds no text of an event', () => {
    const { comment } = sampleOf('ReviewSubmitted') as { readonly comment: string }
    expect(comment).toMatch(/\w/)
    const rows = [...foldInMemory(auditEvents, events), ...foldInMemory(auditPostings, events)]
    expect(JSON.stringify(rows)).not.toContain(comment)
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
})
