import { describe, expect, it } from 'vitest'
import { decisionLettersPolicy } from '../../application/policies/decision-letters.policy.ts'
import type { DomainEvent } from '../../application/catalogue.ts'
import type { Actor, Recorded } from '../../domain/kernel/recorded.ts'
import { samples } from '../support/samples.ts'

const policy = decisionLettersPolicy()
const people: Readonly<Record<string, string>> = {
  'account-giulia': 'author',
  'account-luca': 'reporter',
  'account-aurora': 'business',
}
const moderator: Actor = { id: 'account-moderator', role: 'moderator' }

/** Who gets a letter because of one event. */
const told = (type: DomainEvent['type'], { actor = moderator, more = {} }: { actor?: Actor; more?: object } = {}) => {
  const event = { type, data: { ...samples[type], ...more } }
  const recorded = { id: 'event-1', stream: 'review-review-1', event, meta: { actor } }
  return (policy.effects?.(recorded as unknown as Recorded<never>) ?? []).map(({ data }) => {
    const { accountId } = data as { readonly accountId: string }
    return people[accountId] ?? accountId
  })
}

describe('recipients of decision letters', () => {
  const table = `
    ReviewHeld       author
    ReviewHidden     author
    ReviewRemoved    author
    ReviewRestored   author
    FlagReviewed     reporter
    FlagDismissed    reporter
    FlagUpheld       reporter
    DisputeUpheld    business
    DisputeRejected  business
    DisputeVoided    business`
  const rows = [...table.matchAll(/(\w+) +(\w+)/g)].map(([, type = '', whom = '']) => [type, whom] as const)

  it('are listed for every event', () =>
    expect(rows.map(([type]) => type).toSorted()).toEqual([...policy.events.codecs.keys()].toSorted()))

  it.each(rows)('%s: only the %s', (type, whom) => expect(told(type as DomainEvent['type'])).toEqual([whom]))

  it('Q-52: a business that both reported and disputed a review gets one letter, about the dispute', () => {
    const actor: Actor = { id: 'disputes', role: 'policy' }
    expect(told('FlagReviewed', { actor, more: { reporterId: 'account-aurora' } })).toEqual([])
    expect(told('FlagReviewed', { actor })).toEqual(['reporter'])
    expect(told('FlagReviewed', { more: { reporterId: 'account-aurora' } })).toEqual(['business'])
  })

  it('consequences of an appeal are covered by the appeal letter', () => {
    for (const type of ['ReviewHidden', 'ReviewRemoved', 'ReviewRestored'] as const)
      expect(told(type, { more: { cause: 'appeal' } })).toEqual([])
  })

  it('decisions older than this feature send no letter', () => expect(policy.startsFrom).toBe('now'))

  it('the job contains only ids', () => {
    const event = { type: 'ReviewHidden', data: samples.ReviewHidden }
    const recorded = { id: 'event-1', stream: 'review-review-1', event, meta: { actor: moderator } }
    expect(policy.effects?.(recorded as unknown as Recorded<never>)).toEqual([
      {
        name: 'decision-letter',
        queue: 'mail',
        kind: 'decision-mail',
        data: { accountId: 'account-giulia', decisionId: 'event-1', stream: 'review-review-1' },
      },
    ])
  })
})
