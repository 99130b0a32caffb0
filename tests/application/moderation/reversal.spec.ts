import { ContributionUncounted } from '../../../domain/ava/wallet-state.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { toPredictedChange } from '../../../application/moderation/reversal-changes.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import type { PredictedChange } from '../../../domain/moderation/reversal.ts'
import { CountedStarsChanged, ReviewStarsChanged, ScoreEntryChanged } from '../../../domain/reviews/counted-review.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(async () => {
  app = inMemoryApplication()
  for (const business of ['rosa', 'ugo']) await app.business(business)
  for (const client of ['ana', 'bea']) await app.client(client)
  for (const moderator of ['mario', 'lia']) await app.moderator(moderator)
})

const submitReview = async (accountId: string, targetId: string, rating = 5) => {
  const reviewId = randomUUID()
  const target = { reviewId, targetType: 'BUSINESS' as const, targetId, visibility: 'PUBLIC_ANONYMOUS' as const }
  const content = { rating, comment: null, reasonCode: 'SERVICE' as const, reasonTags: [] }
  unwrap(await app.as(accountId, useCases.submitReview, { ...target, ...content }))
  return reviewId
}
const preview = async (reviewId: string, accountId = 'mario') =>
  app.as(accountId, useCases.draftReversalPlan, { reviewId })
const approve = async (planId: string, accountId = 'lia') => app.as(accountId, useCases.approveReversal, { planId })
const rejected = (type: string) => E.left({ type: 'Rejected', rejection: expect.objectContaining({ type }) })
/** Changes recorded after the first `before` events, without the plan. */
const changesSince = async (before: number): Promise<readonly PredictedChange[]> =>
  (await app.log())
    .slice(before)
    .filter(({ stream }) => !stream.startsWith('unwind-'))
    .map(toPredictedChange)
const changeNames = (predictedChanges: readonly PredictedChange[]) => predictedChanges.map(({ what }) => what)
const metric = (
  plan: { readonly figures: readonly { name: string; before: number; after: number }[] },
  name: string,
) => {
  const found = plan.figures.find((candidate) => candidate.name === name)
  return found && [found.before, found.after]
}

describe('a reversal preview', () => {
  it('Q-50: lists everything that depends on a fake review, without changing anything', async () => {
    await submitReview('bea', 'rosa', 3)
    const reviewId = await submitReview('ana', 'rosa')
    const before = (await app.log()).length
    const plan = unwrap(await preview(reviewId))
    expect(changeNames(plan.predictedChanges)).toEqual([
      'ReviewRemoved',
      ReviewStarsChanged.type,
      CountedStarsChanged.type,
      ScoreEntryChanged.type,
      'ReviewUncredited',
      'RewardRevoked',
      ContributionUncounted.type,
      'ViolationRecorded',
      'WarningIssued',
    ])
    expect(metric(plan, 'venue-stars')).toEqual([8, 3])
    expect(metric(plan, 'venue-raters')).toEqual([2, 1])
    expect(metric(plan, 'author-ratings')).toEqual([1, 0])
    expect(metric(plan, 'author-codes')).toEqual([1, 0])
    expect((await app.log()).slice(before).map(({ event }) => event.type)).toEqual(['PlanDrafted'])
    expect(app.unexpectedFailures).toEqual([])
  })

  it('Q-53: resolves the pending flags and the undecided dispute', async () => {
    const reviewId = await submitReview('ana', 'rosa')
    const flagId = randomUUID()
    unwrap(await app.as('bea', useCases.flagReview, { reviewId, flagId, reason: 'FAKE', note: null }))
    const dispute = { reviewId, reason: 'OTHER' as const, message: 'Non è mai stata da noi.', evidenceUrls: [] }
    unwrap(await app.as('rosa', useCases.openDispute, dispute))
    const { predictedChanges } = unwrap(await preview(reviewId))
    expect(predictedChanges).toContainEqual(expect.objectContaining({ what: 'FlagUpheld', id: flagId }))
    const closedOrVoided = predictedChanges.filter(({ what }) => what === 'DisputeVoided' || what === 'CaseClosed')
    expect(closedOrVoided.map(({ what, stream }) => `${what} ${stream}`).sort()).toEqual([
      `CaseClosed case-dispute-${reviewId}`,
      `CaseClosed case-flag-${reviewId}-1`,
      `DisputeVoided dispute-${reviewId}`,
    ])
  })

  it('Q-55: lists the strike it would cause', async () => {
    const { predictedChanges } = unwrap(await preview(await submitReview('ana', 'rosa')))
    const sanctionChanges = predictedChanges.filter(({ stream }) => stream === 'conduct-ana')
    expect(sanctionChanges.map(({ what, amount }) => [what, amount])).toEqual([
      ['ViolationRecorded', 1],
      ['WarningIssued', 1],
    ])
  })

  it('Q-54: for a held review upholds its flags and hides it', async () => {
    const reviewId = await submitReview('ana', 'rosa')
    for (const accountId of ['carlo', 'dora', 'elio']) {
      await app.client(accountId)
      await submitReview(accountId, 'ugo')
      const flag = { reviewId, flagId: randomUUID(), reason: 'FAKE' as const, note: null }
      unwrap(await app.as(accountId, useCases.flagReview, flag))
    }
    const { predictedChanges } = unwrap(await preview(reviewId))
    expect(predictedChanges.filter(({ what }) => what === 'FlagUpheld')).toHaveLength(3)
    expect(changeNames(predictedChanges)).toContain('ReviewHidden')
  })

  it('B-30: takes back the AVA of a ten that is no longer complete, and reports it when already spent', async () => {
    let reviewId = ''
    for (let n = 0; n < 10; n++) {
      await app.business(`hotel-${n}`)
      reviewId = await submitReview('ana', `hotel-${n}`)
    }
    const plan = unwrap(await preview(reviewId))
    expect(plan.predictedChanges).toContainEqual(
      expect.objectContaining({ what: 'AvaTakenBack', id: 'tenth-1', amount: 1 }),
    )
    expect(metric(plan, 'author-ava')).toEqual([1, 0])
    expect(plan.kept).toEqual([])
    await app.spend('ana', 1)
    const later = unwrap(await preview(reviewId))
    expect(changeNames(later.predictedChanges)).not.toContain('AvaTakenBack')
    expect(later.kept).toEqual([{ what: 'ava-spent', id: null, amount: 1 }])
  })

  it('Q-65: reports a redeemed code and leaves it redeemed', async () => {
    const reviewId = await submitReview('ana', 'rosa')
    const [issued] = await app.events('RewardIssued')
    const code = issued?.code ?? ''
    unwrap(await app.as('ana', useCases.redeemReward, { code }))
    const plan = unwrap(await preview(reviewId))
    expect(plan.kept).toEqual([{ what: 'code-redeemed', id: code, amount: 2 }])
    expect(changeNames(plan.predictedChanges)).not.toContain('RewardRevoked')
  })

  it('is available to moderators who are not a party', async () => {
    const reviewId = await submitReview('ana', 'rosa')
    expect(await preview(reviewId, 'ugo')).toMatchObject(rejected('Forbidden'))
    await app.grant('rosa', 'MODERATORE')
    expect(await preview(reviewId, 'rosa')).toMatchObject(rejected(conflictOfInterest.type))
    expect(await preview(randomUUID())).toMatchObject(rejected('ReviewNotFound'))
    expect(await app.events('PlanDrafted')).toEqual([])
  })

  it('is empty for a review that is already out of sight', async () => {
    const reviewId = await submitReview('ana', 'rosa')
    unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to: 'HIDDEN', notes: null }))
    expect(await preview(reviewId)).toMatchObject(rejected('TransitionNotAllowed'))
  })
})

describe('the approval of a reversal', () => {
  it('does exactly what the preview showed', async () => {
    const reviewId = await submitReview('ana', 'rosa')
    const plan = unwrap(await preview(reviewId))
    const before = (await app.log()).length
    const done = unwrap(await approve(plan.planId))
    expect(await changesSince(before)).toEqual(plan.predictedChanges)
    expect(done.approved).toMatchObject({ by: 'lia' })
    expect(done.outcome).toEqual({ done: plan.predictedChanges.length, missing: [], unexpected: [] })
    expect(await app.events('ReviewRemoved')).toMatchObject([{ by: 'lia', cause: 'moderator' }])
    expect(app.unexpectedFailures).toEqual([])
  })

  it('requires a second moderator who is not a party', async () => {
    const { planId } = unwrap(await preview(await submitReview('ana', 'rosa')))
    expect(await approve(planId, 'mario')).toMatchObject(rejected('PlanNeedsAnother'))
    await app.grant('rosa', 'MODERATORE')
    expect(await approve(planId, 'rosa')).toMatchObject(rejected(conflictOfInterest.type))
    expect(await approve(planId, 'ugo')).toMatchObject(rejected('Forbidden'))
    expect(await approve(`${randomUUID()}-1`)).toMatchObject(rejected('PlanNotFound'))
    expect(await app.events('PlanApproved')).toEqual([])
    expect(await app.events('ReviewRemoved')).toEqual([])
  })

  it('is idempotent', async () => {
    const { planId } = unwrap(await preview(await submitReview('ana', 'rosa')))
    const first = unwrap(await approve(planId))
    const { length } = await app.log()
    expect(unwrap(await approve(planId))).toEqual({ ...first, position: null })
    expect(await app.log()).toHaveLength(length)
  })

  it('is rejected when the state has changed, names the change, and a new preview can be approved', async () => {
    const reviewId = await submitReview('ana', 'rosa')
    const { planId } = unwrap(await preview(reviewId))
    const [issued] = await app.events('RewardIssued')
    unwrap(await app.as('ana', useCases.redeemReward, { code: issued?.code ?? '' }))
    expect(await approve(planId)).toEqual(
      E.left({ type: 'Rejected', rejection: { type: 'PlanOutdated', changed: ['rewards'] } }),
    )
    expect(await app.events('ReviewRemoved')).toEqual([])
    const again = unwrap(await preview(reviewId))
    expect(again.planId).not.toBe(planId)
    expect(await approve(planId)).toMatchObject(rejected('PlanOutdated'))
    expect(unwrap(await approve(again.planId)).outcome?.missing).toEqual([])
  })

  it('ignores a case claimed and released in the meantime', async () => {
    const reviewId = await submitReview('ana', 'rosa')
    const flag = { reviewId, flagId: randomUUID(), reason: 'FAKE' as const, note: null }
    unwrap(await app.as('bea', useCases.flagReview, flag))
    const { planId } = unwrap(await preview(reviewId))
    unwrap(await app.as('mario', useCases.claimCase, { caseId: `flag-${reviewId}-1` }))
    unwrap(await app.as('mario', useCases.releaseCase, { caseId: `flag-${reviewId}-1` }))
    expect(unwrap(await approve(planId)).outcome).toMatchObject({ missing: [], unexpected: [] })
  })

  it('is rejected while a third moderator holds the case, not while the drafting moderator does', async () => {
    const reviewId = await submitReview('ana', 'rosa')
    const flag = { reviewId, flagId: randomUUID(), reason: 'FAKE' as const, note: null }
    unwrap(await app.as('bea', useCases.flagReview, flag))
    const { planId } = unwrap(await preview(reviewId))
    await app.moderator('nino')
    unwrap(await app.as('nino', useCases.claimCase, { caseId: `flag-${reviewId}-1` }))
    expect(await approve(planId)).toMatchObject(rejected('ClaimedByAnother'))
    unwrap(await app.as('nino', useCases.releaseCase, { caseId: `flag-${reviewId}-1` }))
    unwrap(await app.as('mario', useCases.claimCase, { caseId: `flag-${reviewId}-1` }))
    expect(unwrap(await approve(planId)).outcome?.missing).toEqual([])
  })

  it('shows which predicted changes are still pending', async () => {
    const reviewId = await submitReview('ana', 'rosa')
    const { planId, predictedChanges } = unwrap(await preview(reviewId))
    app.crashAfterAppends(2)
    await approve(planId)
    app.crashAfterAppends(Number.POSITIVE_INFINITY)
    const halfway = unwrap(await app.as('mario', useCases.reversalPlan, { planId }))
    expect(halfway.outcome).toEqual({ done: 1, missing: predictedChanges.slice(1), unexpected: [] })
    expect(unwrap(await app.as('mario', useCases.latestReversalOfReview, { reviewId })).plan?.planId).toBe(planId)
  })

  it('does not undo a later restoration when redelivered', async () => {
    const reviewId = await submitReview('ana', 'rosa')
    unwrap(await approve(unwrap(await preview(reviewId)).planId))
    unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to: 'ACTIVE', notes: null }))
    await app.restart()
    expect(await app.events('ReviewRemoved')).toHaveLength(1)
    expect(await app.events('ReviewRestored')).toHaveLength(1)
  })

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('loses nothing and does nothing twice in a crash at append %i', async (appends) => {
    const reviewId = await submitReview('ana', 'rosa')
    const plan = unwrap(await preview(reviewId))
    const before = (await app.log()).length
    app.crashAfterAppends(appends)
    await approve(plan.planId)
    await app.restart()
    const done = unwrap(await approve(plan.planId))
    expect(done.outcome).toEqual({ done: plan.predictedChanges.length, missing: [], unexpected: [] })
    expect((await changesSince(before)).toSorted(byText)).toEqual(plan.predictedChanges.toSorted(byText))
    expect(await app.events('PlanApproved')).toHaveLength(1)
  })
})

const byText = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b))
