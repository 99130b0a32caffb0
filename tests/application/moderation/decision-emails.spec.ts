import { FlagClosed } from '../../../domain/reviews/review-state.ts'
import { describe, expect, it } from 'vitest'
import type { DomainEvent } from '../../../application/event-registry.ts'
import { decisionEmailsPolicy } from '../../../application/moderation/decision-emails.policy.ts'
import type { Actor, EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { samples } from '../../support/event-samples.ts'

const policy = decisionEmailsPolicy()
const people: Readonly<Record<string, string>> = {
  'account-giulia': 'author',
  'account-luca': 'reporter',
  'account-aurora': 'business',
}
const moderator: Actor = { id: 'account-moderator', role: 'moderator' }

/** Recipients of the e-mails an event causes. */
const recipients = (
  type: DomainEvent['type'],
  { actor = moderator, more = {} }: { actor?: Actor; more?: object } = {},
) => {
  const event = { type, data: { ...samples[type], ...more } }
  const recorded = { id: 'event-1', stream: 'review-review-1', event, meta: { actor } }
  return (policy.effects?.(recorded as unknown as EventEnvelope<never>) ?? []).map(({ data }) => {
    const { accountId } = data as { readonly accountId: string }
    return people[accountId] ?? accountId
  })
}

describe('recipients of decision e-mails', () => {
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

  it.each(rows)('of %s are only the %s', (type, whom) =>
    expect(recipients(type as DomainEvent['type'])).toEqual([whom]),
  )

  it('Q-52: include a business that both flagged and disputed a review once, with the e-mail about the dispute', () => {
    const actor: Actor = { id: 'disputes', role: 'policy' }
    expect(recipients(FlagClosed.type, { actor, more: { reporterId: 'account-aurora' } })).toEqual([])
    expect(recipients(FlagClosed.type, { actor })).toEqual(['reporter'])
    expect(recipients(FlagClosed.type, { more: { reporterId: 'account-aurora' } })).toEqual(['business'])
  })

  it('get no e-mail about the consequences of an appeal besides the one about the appeal', () => {
    for (const type of ['ReviewHidden', 'ReviewRemoved', 'ReviewRestored'] as const)
      expect(recipients(type, { more: { cause: 'appeal' } })).toEqual([])
  })

  it('get no e-mail about decisions older than this feature', () => expect(policy.startsFrom).toBe('now'))

  it('are identified in the job by ids only', () => {
    const event = { type: 'ReviewHidden', data: samples.ReviewHidden }
    const recorded = { id: 'event-1', stream: 'review-review-1', event, meta: { actor: moderator } }
    expect(policy.effects?.(recorded as unknown as EventEnvelope<never>)).toEqual([
      {
        id: 'decision-letter',
        queue: 'mail',
        job: 'decision-mail',
        data: { accountId: 'account-giulia', decisionId: 'event-1', stream: 'review-review-1' },
      },
    ])
  })
})
