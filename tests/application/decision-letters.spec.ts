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

describe('who is told of a decision', () => {
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

  it('is in the table, event by event', () =>
    expect(rows.map(([type]) => type).toSorted()).toEqual([...policy.events.codecs.keys()].toSorted()))

  it.each(rows)('%s: the %s, and nobody else', (type, whom) =>
    expect(told(type as DomainEvent['type'])).toEqual([whom]),
  )

  it('Q-52: a business that reported what it disputed hears of it once, by its dispute', () => {
    const actor: Actor = { id: 'disputes', role: 'policy' }
    expect(told('FlagReviewed', { actor, more: { reporterId: 'account-aurora' } })).toEqual([])
    expect(told('FlagReviewed', { actor })).toEqual(['reporter'])
    expect(told('FlagReviewed', { more: { reporterId: 'account-aurora' } })).toEqual(['business'])
  })

  it('what an appeal brings about is told by the appeal’s own letter', () => {
    for (const type of ['ReviewHidden', 'ReviewRemoved', 'ReviewRestored'] as const)
      expect(told(type, { more: { cause: 'appeal' } })).toEqual([])
  })

  it('nobody is written to for what was decided before there were letters', () => expect(policy.startsFrom).toBe('now'))

  it('the job names ids and nothing else', () => {
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
