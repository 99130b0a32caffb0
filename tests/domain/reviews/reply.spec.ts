import * as fc from 'fast-check'
import { assert, describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { reply, type ReplyCommand, type ReplyEvent } from '../../../domain/reviews/reply.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import {
  markReplyOutdated,
  publishReply,
  replyEvent,
  replyOutdated,
  replyWithdrawn,
  withdrawReply,
} from '../../support/reviews/reply-fixtures.ts'
import { at } from '../../support/sample-values.ts'
import { anyInstant, instantOn, summarize } from '../../support/reviews/review-fixtures.ts'

const { given } = spec(reply)
const evening = at('2026-03-04', '20:00')
const review = { targetType: 'BUSINESS' as const, targetId: 'hotel', status: 'ACTIVE' as const }

describe('D-26: replying to a review', () => {
  it.each([10, 1000])('accepts %i characters, trimmed', (length) => {
    const text = 'x'.repeat(length)
    given()
      .when(publishReply({ text: `  ${text}\n` }))
      .then(replyEvent('ReplyPublished', text))
  })

  it.each([0, 9, 1001])('rejects %i characters', (length) =>
    given()
      .when(publishReply({ text: `${'x'.repeat(length)}          ` }))
      .thenRejected({ type: 'ReplyLength', min: 10, max: 1000 }),
  )

  it('is open to the reviewed business only', () => {
    const rejected = { type: 'NotTheReviewedBusiness' } as const
    for (const command of [publishReply({ businessId: 'bar' }), withdrawReply({ businessId: 'bar' })]) {
      given().when(command).thenRejected(rejected)
      given(replyEvent()).when(command).thenRejected(rejected)
    }
    for (const targetType of ['PLACE', 'USER'] as const)
      given()
        .when(publishReply({ review: { ...review, targetType } }))
        .thenRejected(rejected)
  })

  it('replaces the earlier reply', () =>
    given(replyEvent())
      .when(publishReply({ text: 'Grazie di cuore.', at: instantOn('2026-03-09') }))
      .then(replyEvent('ReplyEdited', 'Grazie di cuore.', instantOn('2026-03-09'))))

  it('D-28: notifies the author again at most once a day, when withdrawn and published again', () => {
    const silent = { ...replyEvent(), data: { ...replyEvent().data, authorId: null, at: evening } } as ReplyEvent
    given(replyEvent(), replyWithdrawn)
      .when(publishReply({ at: evening }))
      .then(silent)
    given(replyEvent(), replyWithdrawn, silent, replyWithdrawn)
      .when(publishReply({ at: evening }))
      .then(silent)
    // after midnight in Italy
    const nextDay = at('2026-03-04', '23:30')
    given(replyEvent(), replyWithdrawn, silent, replyWithdrawn)
      .when(publishReply({ at: nextDay }))
      .then(replyEvent('ReplyPublished', undefined, nextDay))
  })

  it('D-27: is marked outdated once when the review is edited later, until replaced', () => {
    given(replyEvent()).when(markReplyOutdated()).then(replyOutdated)
    given(replyEvent(), replyOutdated)
      .when(markReplyOutdated(instantOn('2026-03-07')))
      .thenNothing()
    given(replyEvent(), replyOutdated)
      .when(publishReply({ at: instantOn('2026-03-09') }))
      .then(replyEvent('ReplyEdited', undefined, instantOn('2026-03-09')))
  })

  it('is not marked outdated by an earlier edit, even when delivered late', () => {
    given(replyEvent())
      .when(markReplyOutdated(instantOn('2026-03-03')))
      .thenNothing()
    given(replyEvent(), replyWithdrawn).when(markReplyOutdated()).thenNothing()
  })
})

describe('D-26: replies by action, reply state and review state', () => {
  const states: Readonly<Record<string, readonly ReplyEvent[]>> = {
    none: [],
    live: [replyEvent()],
    outdated: [replyEvent(), replyOutdated],
    withdrawn: [replyEvent(), replyWithdrawn],
  }
  const table = `
    none       publish  ACTIVE          ReplyPublished
    none       publish  PENDING_REVIEW  ReplyPublished
    none       publish  HIDDEN          ✗ ReviewNotAnswerable
    none       publish  REMOVED         ✗ ReviewNotAnswerable
    none       withdraw ACTIVE          nothing
    none       withdraw PENDING_REVIEW  nothing
    none       withdraw HIDDEN          nothing
    none       withdraw REMOVED         nothing
    live       publish  ACTIVE          nothing
    live       publish  PENDING_REVIEW  nothing
    live       publish  HIDDEN          ✗ ReviewNotAnswerable
    live       publish  REMOVED         ✗ ReviewNotAnswerable
    live       withdraw ACTIVE          ReplyWithdrawn
    live       withdraw PENDING_REVIEW  ReplyWithdrawn
    live       withdraw HIDDEN          ReplyWithdrawn
    live       withdraw REMOVED         ReplyWithdrawn
    outdated   publish  ACTIVE          ReplyEdited
    outdated   publish  PENDING_REVIEW  ReplyEdited
    outdated   publish  HIDDEN          ✗ ReviewNotAnswerable
    outdated   publish  REMOVED         ✗ ReviewNotAnswerable
    outdated   withdraw ACTIVE          ReplyWithdrawn
    outdated   withdraw PENDING_REVIEW  ReplyWithdrawn
    outdated   withdraw HIDDEN          ReplyWithdrawn
    outdated   withdraw REMOVED         ReplyWithdrawn
    withdrawn  publish  ACTIVE          ReplyPublished
    withdrawn  publish  PENDING_REVIEW  ReplyPublished
    withdrawn  publish  HIDDEN          ✗ ReviewNotAnswerable
    withdrawn  publish  REMOVED         ✗ ReviewNotAnswerable
    withdrawn  withdraw ACTIVE          nothing
    withdrawn  withdraw PENDING_REVIEW  nothing
    withdrawn  withdraw HIDDEN          nothing
    withdrawn  withdraw REMOVED         nothing`
  const rows = [...table.matchAll(/(\w+) +(publish|withdraw) +(\w+) +(.+)/g)].map((row) => row.slice(1))
  const statuses = ['ACTIVE', 'PENDING_REVIEW', 'HIDDEN', 'REMOVED'] as const

  it('cover every combination', () => {
    const all = Object.keys(states).flatMap((state) =>
      ['publish', 'withdraw'].flatMap((action) => statuses.map((status) => `${state} ${action} ${status}`)),
    )
    expect(rows.map(([state, action, status]) => `${state} ${action} ${status}`)).toEqual(all)
  })

  it.each(rows)('%s: %s of a review that is %s → %s', (state = '', action, reviewStatus, outcome) => {
    const history = states[state]
    const status = statuses.find((known) => known === reviewStatus)
    assert(history && status)
    const command = (action === 'publish' ? publishReply : withdrawReply)({ review: { ...review, status } })
    expect(summarize(reply.decide(command, fold(reply, history)))).toBe(outcome)
  })
})

const anyCommand: fc.Arbitrary<ReplyCommand> = fc.oneof(
  fc
    .record({
      businessId: fc.constantFrom('hotel', 'hotel', 'bar'),
      text: fc.constantFrom('Corta', ' Grazie della visita. ', 'Grazie e a presto.'),
      at: anyInstant,
    })
    .map((overrides) => publishReply(overrides)),
  anyInstant.map((at) => withdrawReply({ at })),
  anyInstant.map(markReplyOutdated),
)
testDeciderProperties('a reply', reply, anyCommand, { longest: 8 })
