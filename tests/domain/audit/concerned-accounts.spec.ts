import { describe, expect, it } from 'vitest'
import { eventRegistry } from '../../../application/event-registry.ts'
import { accountFields, concernedAccounts } from '../../../domain/audit/concerned-accounts.ts'
import type { AnyEvent, EventCodec } from '../../../domain/kernel/event.ts'
import { samples } from '../../support/event-samples.ts'

/** Fields with the accounts of staff who decide. */
const staffFields = new Set(['by', 'decidedBy', 'deciders', 'draftedBy'])

/** Ids in a sample event with the fields that hold them. */
const idsIn = (value: unknown, field = ''): readonly { readonly field: string; readonly id: string }[] => {
  if (typeof value === 'string') return /^(account|client)-/.test(value) ? [{ field, id: value }] : []
  if (Array.isArray(value)) return value.flatMap((item) => idsIn(item, field))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => idsIn(inner, name))
}

const events: readonly AnyEvent[] = Object.entries(samples).map(([type, data]) => ({ type, data }))
const codecs = [...eventRegistry.codecs.values()] as readonly EventCodec<AnyEvent>[]

describe('the accounts that an event is about (D-48)', () => {
  it.each(events.map((event) => [event.type, event] as const))('of %s are all named, except staff', (_, event) => {
    const ids = idsIn(event.data).flatMap(({ field, id }) => (staffFields.has(field) ? [] : [id]))
    expect(concernedAccounts(event).toSorted()).toEqual(expect.arrayContaining([...new Set(ids)].toSorted()))
  })

  it('include every subject of personal data, except the payment batches, which have keys too', () => {
    const subjects = codecs.flatMap(({ fields }) =>
      Object.values(fields).flatMap((field) => (field.kind === 'pii' ? [field.subject] : [])),
    )
    expect(subjects.length).toBeGreaterThan(30)
    expect([...new Set(subjects)].filter((field) => !accountFields.has(field) && !staffFields.has(field))).toEqual([
      'batchId',
    ])
  })

  it('are each named once, wherever they are in the data', () => {
    const data = {
      authorId: 'ana',
      affected: [{ accountId: 'rosa' }, { accountId: 'ana' }],
      by: 'mario',
      note: 'bruno',
    }
    expect(concernedAccounts({ type: 'Decided', data })).toEqual(['ana', 'rosa'])
  })

  it('do not include the review of a case', () => {
    const data = { caseId: 'dispute-review-1', targetId: 'review-1', parties: ['ana'] }
    expect(concernedAccounts({ type: 'CaseOpened', data })).toEqual(['ana'])
  })
})
