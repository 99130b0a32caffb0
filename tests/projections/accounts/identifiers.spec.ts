import { describe, expect, it } from 'vitest'
import type { IdentifierEvent } from '../../../domain/accounts/identifiers.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { identifiers } from '../../../projections/accounts/identifiers.ts'
import { identifierSamples } from '../../support/accounts/event-samples.ts'
import { at } from '../../support/sample-values.ts'

const sample = identifierSamples.IdentifierAdded
const added = (day: string, change: Partial<typeof sample> = {}): IdentifierEvent => ({
  type: 'IdentifierAdded',
  data: { ...sample, ...change, at: at(day) },
})
const removed = (day: string, change: Partial<typeof identifierSamples.IdentifierRemoved> = {}): IdentifierEvent => ({
  type: 'IdentifierRemoved',
  data: { ...identifierSamples.IdentifierRemoved, ...change, at: at(day) },
})

const rowsAfter = (...events: readonly IdentifierEvent[]) => {
  const recorded = events.map((event, n): EventEnvelope<IdentifierEvent> => ({
    id: `event-${n}`,
    stream: `identifiers-${event.data.accountId}`,
    version: n + 1,
    position: String(n).padStart(4, '0'),
    event,
    meta: {
      correlationId: 'c',
      causationId: null,
      actor: { id: null, role: 'policy' },
      occurredAt: event.data.at,
    },
  }))
  return [...foldInMemory(identifiers, recorded).values()]
}

describe('the read model of identifiers (Q-123)', () => {
  it('has a row for each account, kind and hash', () => {
    const rows = rowsAfter(
      added('2026-01-12'),
      added('2026-01-13', { hash: 'another-telephone' }),
      added('2026-01-14', { kind: 'mailbox' }),
      added('2026-01-15', { accountId: 'account-aurora', accountKind: 'business', registered: false }),
    )
    expect(rows).toHaveLength(4)
    expect(rows.at(-1)).toEqual({
      accountId: 'account-aurora',
      accountKind: 'business',
      kind: 'phone',
      hash: sample.hash,
      registered: false,
      proven: false,
      since: at('2026-01-15'),
      until: null,
    })
  })

  it('says of an address that a payout went to it, also after the account has left it', () => {
    const address = { kind: 'payout-address', hash: identifierSamples.IdentifierProven.hash } as const
    const proven: IdentifierEvent = { type: 'IdentifierProven', data: identifierSamples.IdentifierProven }
    const history = [added('2026-01-12', address), removed('2026-04-12', address), proven]
    expect(rowsAfter(...history)).toMatchObject([{ proven: true, until: at('2026-04-12') }])
    expect(rowsAfter(...history, added('2026-06-01', address))).toMatchObject([{ proven: true, until: null }])
    expect(rowsAfter(proven)).toEqual([])
  })

  it('keeps what an account no longer uses, with the end', () => {
    expect(rowsAfter(added('2026-01-12'), removed('2026-04-12'))).toMatchObject([
      { since: at('2026-01-12'), until: at('2026-04-12') },
    ])
  })

  it('remembers the first time when an account takes something up again', () => {
    const again = added('2026-06-01', { registered: false })
    expect(rowsAfter(added('2026-01-12'), removed('2026-04-12'), again)).toMatchObject([
      { registered: true, since: at('2026-01-12'), until: null },
    ])
  })

  it('has no row for the erased identifiers of a deleted account', () => {
    expect(rowsAfter(added('2026-01-12', { hash: '' }), removed('2026-04-12', { hash: '' }))).toEqual([])
  })
})
