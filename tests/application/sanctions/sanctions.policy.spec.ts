import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases, policies } from '../../../application/all.ts'
import type { GivenReasons } from '../../../application/moderation/reasons.it.ts'
import { runPoliciesInline } from '../../../application/inline-policies.ts'
import { DisputeOutcomeRecorded } from '../../../domain/sanctions/sanction-record-events.ts'
import {
  populatedApplication,
  submitReviewIn,
  testNameHasher,
  testRuleSettings,
  unwrap,
} from '../../support/application.ts'

let app: Awaited<ReturnType<typeof populatedApplication>>
beforeEach(async () => {
  app = await populatedApplication()
})

const writeReview = (author = 'ana') => submitReviewIn(app, author)
const flag = async (reviewId: string, by: string) => {
  const flagId = randomUUID()
  unwrap(await app.as(by, useCases.flagReview, { flagId, reviewId, reason: 'SPAM', note: null }))
  return flagId
}
const uphold = async (flagId: string, by = 'mario') =>
  unwrap(await app.as(by, useCases.decideFlag, { flagId, outcome: 'UPHELD', notes: null }))
const moderate = async (reviewId: string, to: 'ACTIVE' | 'HIDDEN' | 'REMOVED', given: GivenReasons = {}) =>
  unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to, notes: null, given }))
const strike = async () => {
  const { reviewId } = await writeReview()
  await uphold(await flag(reviewId, 'rosa'))
  return reviewId
}
const decidedDispute = async (status: 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED', venue: string) => {
  const author = await app.client(`cliente-${randomUUID().slice(0, 8)}`)
  const reviewId = randomUUID()
  const content = { rating: 2, comment: 'Rumore', reasonCode: 'SERVICE' as const, reasonTags: [] }
  const target = { targetType: 'BUSINESS' as const, targetId: venue, visibility: 'PUBLIC_ANONYMOUS' as const }
  unwrap(await app.as(author, useCases.submitReview, { reviewId, ...target, ...content }))
  const statement = {
    reason: 'OTHER' as const,
    message: 'Contestiamo ogni parola di questa recensione.',
    evidenceUrls: [],
  }
  unwrap(await app.as(venue, useCases.openDispute, { reviewId, ...statement }))
  const notes = { moderatorNotes: null, resolution: null }
  unwrap(await app.as('mario', useCases.setDisputeStatus, { disputeId: reviewId, status, ...notes }))
  return { reviewId, author }
}
const winAppeal = async (reviewId: string) => {
  const decision = (await app.log()).find(
    ({ event }) => event.type === 'DisputeRejected' && event.data.disputeId === reviewId,
  )
  const decisionId = decision?.id ?? ''
  unwrap(await app.as('rosa', useCases.lodgeAppeal, { decisionId, text: 'La ricevuta dimostra che abbiamo ragione.' }))
  const ruling = { outcome: 'OVERTURNED', measure: 'REMOVED', facts: 'La ricevuta è autentica.' } as const
  unwrap(await app.as('lia', useCases.decideAppeal, { decisionId, ...ruling }))
}
const rerunPolicies = async () => {
  const failures: string[] = []
  const policyContext = {
    ...app.deps,
    newCode: () => randomUUID().slice(0, 10),
    ruleSettings: testRuleSettings,
    lookups: app.lookups,
    nameHasher: testNameHasher,
  }
  await runPoliciesInline({
    policies: policies(policyContext),
    logHead: async () => null,
    onFailure: (_, failure) => failures.push(failure.type),
  })(await app.log())
  return failures
}
const sanctions = async () => {
  const [warnings, suspensions] = [await app.events('WarningIssued'), await app.events('SuspensionImposed')]
  return [...warnings, ...suspensions].map(({ accountId, strikes, trigger }) => [accountId, strikes, trigger])
}

describe('a strike (D-12)', () => {
  it('B-35: is added by an upheld flag, once per review regardless of the number of reporters', async () => {
    const { reviewId } = await writeReview()
    const flagId = await flag(reviewId, 'rosa')
    await flag(reviewId, await app.client('ugo'))
    await uphold(flagId)
    expect(await app.events('FlagUpheld')).toHaveLength(2)
    expect(await app.events('ViolationRecorded')).toMatchObject([
      { accountId: 'ana', userType: 'client', reason: 'SPAM', strike: 1, severity: 'LOW' },
    ])
    expect(await app.events('WarningIssued')).toMatchObject([
      { by: null, trigger: 'FLAG_UPHELD', ground: 'SPAM', automation: 'decision', evidence: { decidedBy: 'mario' } },
    ])
  })

  it('B-35: results first in a warning, then in seven days, then in thirty days', async () => {
    await strike()
    await strike()
    app.later(8)
    await strike()
    expect(await sanctions()).toEqual([
      ['ana', 1, 'FLAG_UPHELD'],
      ['ana', 2, 'FLAG_UPHELD'],
      ['ana', 3, 'FLAG_UPHELD'],
    ])
    const [week, month] = await app.events('SuspensionImposed')
    expect(
      [week, month].map((suspension) => Date.parse(suspension?.until ?? '') - Date.parse(suspension?.at ?? '')),
    ).toEqual([7, 30].map((days) => days * 86_400_000))
  })

  it('is added by an upheld dispute, for the author of the review', async () => {
    const { author } = await decidedDispute('RESOLVED_UPHELD', 'rosa')
    expect(await sanctions()).toEqual([[author, 1, 'DISPUTE_UPHELD']])
  })

  it('is added by a moderator’s removal only if it names a violation', async () => {
    await moderate((await writeReview()).reviewId, 'REMOVED')
    expect(await app.events('ViolationRecorded')).toEqual([])
    await moderate((await writeReview()).reviewId, 'REMOVED', {
      facts: 'Insulti al personale.',
      ground: 'OFFENSIVE',
      violation: 'HARASSMENT',
    })
    expect(await app.events('ViolationRecorded')).toMatchObject([
      { reason: 'HARASSMENT', strike: 1, trigger: 'REVIEW_REMOVED' },
    ])
  })

  it('is not added by a review hidden without a flag, a dismissed flag or a rejected dispute', async () => {
    await moderate((await writeReview()).reviewId, 'HIDDEN')
    const flagId = await flag((await writeReview()).reviewId, 'rosa')
    unwrap(await app.as('mario', useCases.decideFlag, { flagId, outcome: 'DISMISSED', notes: null }))
    await decidedDispute('RESOLVED_REJECTED', 'rosa')
    expect(await app.events('ViolationRecorded')).toEqual([])
  })

  it('is not added by the same events delivered again', async () => {
    await strike()
    await decidedDispute('RESOLVED_UPHELD', 'rosa')
    for (let n = 0; n < 3; n++) await decidedDispute('RESOLVED_REJECTED', 'rosa')
    await moderate(await strike(), 'ACTIVE')
    const before = (await app.log()).length
    expect(await rerunPolicies()).toEqual([])
    expect((await app.log()).length).toBe(before)
  })
})

describe('the removal of a strike', () => {
  it('follows the restoration of the review it was about', async () => {
    const reviewId = await strike()
    await moderate(reviewId, 'ACTIVE')
    expect(await app.events('SanctionLifted')).toMatchObject([{ accountId: 'ana', by: null, ground: 'NO_VIOLATION' }])
    await strike()
    expect((await app.events('WarningIssued')).map(({ strikes }) => strikes)).toEqual([1, 1])
  })

  it('follows a moderator’s decision or an approved appeal', async () => {
    await strike()
    const [first] = await app.events('WarningIssued')
    const sanctionId = first?.sanctionId ?? ''
    unwrap(await app.as('lia', useCases.liftSanction, { sanctionId, reason: 'Era un errore.' }))
    await strike()
    const [, second] = await app.events('WarningIssued')
    const appealed = { sanctionId: second?.sanctionId ?? '', reason: 'La recensione era vera.' }
    unwrap(await app.as('ana', useCases.appealSanction, appealed))
    const verdict = { ...appealed, decision: 'APPROVED' as const, reason: 'Aveva ragione la cliente.' }
    unwrap(await app.as('lia', useCases.decideSanctionAppeal, verdict))
    await strike()
    expect((await app.events('WarningIssued')).map(({ strikes }) => strikes)).toEqual([1, 1, 1])
  })
})

describe('lost disputes', () => {
  it('B-35: the third within the window warns the business without adding a strike and records the ratio', async () => {
    for (let n = 0; n < 3; n++) await decidedDispute('RESOLVED_REJECTED', 'rosa')
    expect(await app.events('WarningIssued')).toMatchObject([
      {
        accountId: 'rosa',
        userType: 'user',
        reason: 'MULTIPLE_DISPUTES_LOST',
        strikes: 0,
        evidence: { lost: 3, decided: 3, windowDays: 90 },
        facts:
          'Negli ultimi 90 giorni, o dall’ultimo avviso per contestazioni respinte se è più recente, ' +
          '3 delle 3 contestazioni che hai aperto sono state respinte.',
      },
    ])
    await decidedDispute('RESOLVED_REJECTED', 'rosa')
    expect(await app.events('ViolationRecorded')).toHaveLength(1)
  })

  it('have no effect when as many were won', async () => {
    for (let n = 0; n < 3; n++) await decidedDispute('RESOLVED_UPHELD', 'rosa')
    for (let n = 0; n < 3; n++) await decidedDispute('RESOLVED_REJECTED', 'rosa')
    expect((await app.events('ViolationRecorded')).filter(({ accountId }) => accountId === 'rosa')).toEqual([])
  })

  it('no longer include a dispute won on appeal', async () => {
    await winAppeal((await decidedDispute('RESOLVED_REJECTED', 'rosa')).reviewId)
    for (let n = 0; n < 2; n++) await decidedDispute('RESOLVED_REJECTED', 'rosa')
    expect(await app.events(DisputeOutcomeRecorded.type)).toMatchObject(
      ['rejected', 'upheld', 'rejected', 'rejected'].map((outcome) => ({ accountId: 'rosa', outcome })),
    )
    expect(await app.events('ViolationRecorded')).toEqual([])
  })

  it('lift their warning when a dispute it counted is won on appeal', async () => {
    const { reviewId } = await decidedDispute('RESOLVED_REJECTED', 'rosa')
    for (let n = 0; n < 2; n++) await decidedDispute('RESOLVED_REJECTED', 'rosa')
    await winAppeal(reviewId)
    expect(await app.events('SanctionLifted')).toMatchObject([
      { accountId: 'rosa', by: null, ground: 'NO_VIOLATION', facts: expect.stringContaining('ricorso') },
    ])
    const before = (await app.log()).length
    expect(await rerunPolicies()).toEqual([])
    expect((await app.log()).length).toBe(before)
  })

  it('have no effect when the first is outside the window', async () => {
    await decidedDispute('RESOLVED_REJECTED', 'rosa')
    app.later(91)
    for (let n = 0; n < 2; n++) await decidedDispute('RESOLVED_REJECTED', 'rosa')
    expect(await app.events('ViolationRecorded')).toEqual([])
  })
})
