import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { commands, policies } from '../../application/all.ts'
import { runPoliciesInline } from '../../application/react.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { inMemoryApplication, testLimits, unwrap } from '../support/application.ts'

const reviewOf = (targetId: string) => ({
  reviewId: randomUUID(),
  targetType: 'BUSINESS' as const,
  targetId,
  rating: 4,
  comment: 'Tutto bene',
  reasonCode: 'SERVICE' as const,
  reasonTags: [],
  visibility: 'PUBLIC_ANONYMOUS' as const,
})
const rating = (clientEmailOwner: string, stayDate: string, overall = 5) => ({
  client: { accountId: clientEmailOwner },
  overall,
  punctuality: 9,
  kindness: 9,
  payment: 10,
  roomCondition: 8,
  stayType: 'leisure' as const,
  stayDate: stayDate as Day,
  comment: null,
})

let app: ReturnType<typeof inMemoryApplication>
beforeEach(() => {
  app = inMemoryApplication()
})

describe('a client who reviews a business', () => {
  it('B-23, B-27: receives 2% for the first review, in the response itself', async () => {
    await app.business('rosa')
    await app.client('ana')
    const answer = unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
    expect(answer.newlyIssuedRewards).toEqual([{ discountPercent: 2, code: expect.any(String) }])
  })

  it('B-23, Q-61: receives 10% for the fifth review of that business', async () => {
    await app.business('rosa')
    await app.client('ana')
    const answers = []
    for (let n = 0; n < 5; n++) {
      answers.push(unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa'))).newlyIssuedRewards)
      app.later(7)
    }
    expect(answers.map((issued) => issued.map(({ discountPercent }) => discountPercent))).toEqual([
      [2],
      [],
      [],
      [],
      [10],
    ])
  })

  it('Q-50: may not review it again within seven days', async () => {
    await app.business('rosa')
    await app.client('ana')
    unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
    app.later(6)
    expect(await app.as('ana', commands.submitReview, reviewOf('rosa'))).toMatchObject(
      E.left({ type: 'Rejected', rejection: { type: 'TooSoon' } }),
    )
  })

  it('gets the position of all consequences in the response, not only of the review', async () => {
    await app.business('rosa')
    await app.client('ana')
    const { position } = unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
    const last = (await app.log()).at(-1)
    expect(last?.event.type).not.toBe('ReviewSubmitted')
    expect(position).toBe(last?.position)
  })

  it('B-30, Q-101: earns one AVA at the tenth review', async () => {
    await app.client('ana')
    for (let n = 1; n <= 10; n++) {
      await app.business(`hotel-${n}`)
      unwrap(await app.as('ana', commands.submitReview, reviewOf(`hotel-${n}`)))
    }
    expect(await app.events('AvaEarned')).toEqual([expect.objectContaining({ accountId: 'ana', amount: 1 })])
  })

  it('Q-50: loses code and count when a moderator removes the review, and gets them back when it is restored', async () => {
    await app.business('rosa')
    await app.client('ana')
    await app.moderator('mario')
    const { reviewId } = unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
    const moderate = (to: 'REMOVED' | 'ACTIVE') =>
      app.as('mario', commands.moderateReview, { reviewId, to, notes: null })
    unwrap(await moderate('REMOVED'))
    expect(await app.events('RewardRevoked')).toHaveLength(1)
    expect(await app.events('RatingUncounted')).toHaveLength(1)
    unwrap(await moderate('ACTIVE'))
    expect(await app.events('RewardIssued')).toHaveLength(2)
    expect(await app.events('OpinionChanged')).toMatchObject([{ after: 4 }, { after: null }, { after: 4 }])
  })

  it('Q-09: needs a confirmed e-mail address', async () => {
    await app.business('rosa')
    await app.client('ana', { confirmed: false })
    expect(await app.as('ana', commands.submitReview, reviewOf('rosa'))).toMatchObject(
      E.left({ rejection: { type: 'EmailNotConfirmed' } }),
    )
  })

  it('a reserved slot without a review does not make its author wait a week', async () => {
    await app.business('rosa')
    await app.client('ana')
    const dead = { ...reviewOf('rosa'), rating: 9 } // rejected after its slot was reserved
    expect(E.isLeft(await app.as('ana', commands.submitReview, dead))).toBe(true)
    app.later(1)
    unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
  })
})

describe('a business that rates clients', () => {
  it('Q-44: rates a client once per stay', async () => {
    await app.business('rosa')
    await app.client('ana')
    unwrap(await app.as('rosa', commands.rateClient, rating('ana', '2026-05-01')))
    unwrap(await app.as('rosa', commands.rateClient, rating('ana', '2026-05-02')))
    expect(await app.as('rosa', commands.rateClient, rating('ana', '2026-05-02'))).toMatchObject(
      E.left({ rejection: { type: 'AlreadyRated' } }),
    )
  })

  it('Q-90: can name by id only clients it has rated', async () => {
    await app.business('rosa')
    await app.client('ana')
    const byId = { ...rating('', '2026-05-03'), client: { clientId: 'c-ana' } }
    expect(await app.as('rosa', commands.rateClient, byId)).toMatchObject(
      E.left({ rejection: { type: 'ClientUnknown' } }),
    )
    unwrap(await app.as('rosa', commands.rateClient, rating('ana', '2026-05-01')))
    unwrap(await app.as('rosa', commands.rateClient, byId))
  })

  it('B-21: five five-star ratings from five venues give the client 2% permanently', async () => {
    await app.client('ana')
    for (let n = 1; n <= 5; n++) {
      await app.business(`hotel-${n}`)
      unwrap(await app.as(`hotel-${n}`, commands.rateClient, rating('ana', '2026-05-01')))
    }
    expect(await app.events('CrossProviderDiscountActivated')).toMatchObject([{ clientId: 'c-ana', percent: 2 }])
  })

  it('points settled 3: earns nothing, and its ratings do not count, until its e-mail is confirmed', async () => {
    await app.business('rosa', { confirmed: false })
    await app.client('ana')
    unwrap(await app.as('rosa', commands.rateClient, rating('ana', '2026-05-01')))
    expect([...(await app.events('StarsCounted')), ...(await app.events('RatingCounted'))]).toEqual([])
    await app.confirm('rosa')
    expect(await app.events('StarsCounted')).toHaveLength(1)
    expect(await app.events('RatingCounted')).toHaveLength(1)
  })
})

describe('flags and disputes', () => {
  const flagAs = (who: string, reviewId: string) =>
    app.as(who, commands.flagReview, { flagId: randomUUID(), reviewId, reason: 'FAKE', note: null })

  beforeEach(async () => {
    await app.business('rosa')
    await app.business('bruno')
    await app.client('ana')
    await app.moderator('mario')
  })

  it('points settled 7: the first flag opens a case, enough of them hold the review and raise the case', async () => {
    const { reviewId } = unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
    for (const who of ['uno', 'due', 'tre']) {
      await app.client(who)
      unwrap(await app.as(who, commands.submitReview, reviewOf('bruno')))
      unwrap(await flagAs(who, reviewId))
    }
    expect(await app.events('CaseOpened')).toMatchObject([{ kind: 'FLAG', targetId: reviewId }])
    expect(await app.events('CaseEscalated')).toMatchObject([{ kind: 'HELD', targetId: reviewId }])
  })

  it('Q-54, points settled 6: flags by accounts that are not established hide nothing', async () => {
    const { reviewId } = unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
    for (const who of ['uno', 'due', 'tre', 'quattro']) {
      await app.client(who)
      unwrap(await flagAs(who, reviewId))
    }
    expect(await app.events('ReviewHeld')).toEqual([])
    expect(await app.events('CaseOpened')).toHaveLength(1)
  })

  it('points settled 2: a moderator who reported a review does not decide its dispute, which would decide the flag', async () => {
    const { reviewId } = unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
    const complaint = { reviewId, reason: 'UNFAIR_RATING' as const, message: 'Non è andata così, ecco come.' }
    unwrap(await app.as('rosa', commands.openDispute, { ...complaint, evidenceUrls: [] }))
    unwrap(await flagAs('mario', reviewId))
    const verdict = { disputeId: reviewId, status: 'RESOLVED_UPHELD' as const, moderatorNotes: null, resolution: null }
    expect(await app.as('mario', commands.decideDispute, verdict)).toMatchObject(
      E.left({ rejection: { type: 'OwnMatter' } }),
    )
  })

  it('Q-52: an upheld dispute removes the review, revokes its reward and closes the case', async () => {
    const { reviewId } = unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
    const complaint = {
      reviewId,
      reason: 'INCORRECT_INFO' as const,
      message: 'Non è mai stata nostra ospite.',
      evidenceUrls: [],
    }
    unwrap(await app.as('rosa', commands.openDispute, complaint))
    const verdict = {
      disputeId: reviewId,
      status: 'RESOLVED_UPHELD' as const,
      moderatorNotes: null,
      resolution: 'Accolta',
    }
    unwrap(await app.as('mario', commands.decideDispute, verdict))
    expect(await app.events('ReviewRemoved')).toMatchObject([{ reviewId, cause: 'dispute' }])
    expect(await app.events('RewardRevoked')).toHaveLength(1)
    expect(await app.events('CaseClosed')).toMatchObject([
      { caseId: `dispute-${reviewId}`, outcome: 'upheld', by: 'mario' },
    ])
  })

  it('removing a review for another reason closes its dispute as void', async () => {
    const { reviewId } = unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
    const complaint = {
      reviewId,
      reason: 'OTHER' as const,
      message: 'Recensione che non ci riguarda.',
      evidenceUrls: [],
    }
    unwrap(await app.as('rosa', commands.openDispute, complaint))
    unwrap(await app.as('mario', commands.moderateReview, { reviewId, to: 'REMOVED', notes: null }))
    expect(await app.events('DisputeVoided')).toHaveLength(1)
    expect(await app.events('CaseClosed')).toMatchObject([{ outcome: 'void' }])
  })

  it('points settled 8: a claim by another moderator blocks the decision and names the moderator', async () => {
    await app.moderator('marta')
    const { reviewId } = unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
    await app.client('uno')
    unwrap(await flagAs('uno', reviewId))
    const [flag] = await app.events('ReviewFlagged')
    unwrap(await app.as('marta', commands.claimCase, { caseId: `flag-${reviewId}-1` }))
    const decide = { flagId: flag?.flagId ?? '', outcome: 'DISMISSED' as const, notes: null }
    expect(await app.as('mario', commands.decideFlag, decide)).toMatchObject(
      E.left({ rejection: { type: 'ClaimedByAnother', by: 'marta' } }),
    )
    unwrap(await app.as('marta', commands.decideFlag, decide))
    expect(await app.events('CaseClosed')).toMatchObject([{ outcome: 'dismissed', by: 'marta' }])
  })
})

describe('bookings', () => {
  const stay = {
    bookingId: randomUUID(),
    hotelId: 'hotel-belvedere',
    destination: 'Roma',
    checkIn: '2026-06-01' as Day,
    checkOut: '2026-06-04' as Day,
    guests: 2,
  }

  it('B-32, Q-72: credit AVA that mature after check-out and are taken back on cancellation', async () => {
    await app.client('ana')
    expect(unwrap(await app.as('ana', commands.bookHotel, stay))).toMatchObject({ avaEarned: 3 })
    expect(await app.events('AvaEarned')).toMatchObject([{ amount: 3, state: 'maturing' }])
    unwrap(await app.as('ana', commands.cancelBooking, { bookingId: stay.bookingId }))
    expect(await app.events('AvaTakenBack')).toMatchObject([{ amount: 3, state: 'maturing' }])
  })
})

it('every policy has nothing left to do on the second run', async () => {
  await app.business('rosa')
  await app.client('ana')
  await app.moderator('mario')
  unwrap(await app.as('rosa', commands.rateClient, rating('ana', '2026-05-01')))
  const { reviewId } = unwrap(await app.as('ana', commands.submitReview, reviewOf('rosa')))
  unwrap(await app.as('mario', commands.moderateReview, { reviewId, to: 'HIDDEN', notes: null }))
  const before = await app.log()
  const hands = { ...app.deps, newCode: () => randomUUID().slice(0, 10), limits: testLimits, lookups: app.lookups }
  await runPoliciesInline(
    policies(hands),
    () => Promise.resolve(null),
    () => expect.unreachable(),
  )(before)
  expect(await app.log()).toEqual(before)
  expect(app.unexpectedFailures).toEqual([])
})
