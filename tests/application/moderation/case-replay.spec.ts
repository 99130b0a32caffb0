import { FlagClosed } from '../../../domain/reviews/review-state.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { eventRegistry } from '../../../application/event-registry.ts'
import { streamOf } from '../../../application/command-handler.ts'
import { maxMoments } from '../../../application/moderation/case-replay.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { CountedStarsChanged } from '../../../domain/reviews/counted-review.ts'
import { review } from '../../../domain/reviews/review.ts'
import { memoryKeyring, sealing } from '../../../infrastructure/keyring/keyring.ts'
import { unwrap } from '../../support/application.ts'
import { canaryTexts, replayAs, replayScenario, type ReplayScenario, upholdDispute } from './replay-scenario.ts'

let scenario: ReplayScenario
beforeEach(async () => {
  scenario = await replayScenario()
})

const asStaff = async () => unwrap(await replayAs(scenario, 'lia')).replay
const momentOf = async (what: string) => {
  const { moments } = await asStaff()
  const found = moments.find((moment) => moment.what === what)
  if (found === undefined) throw new Error(`no moment ${what} among ${moments.map((moment) => moment.what).join(', ')}`)
  return found
}

describe('the case replay', () => {
  it('shows a case moment by moment in log order, with the actor', async () => {
    await upholdDispute(scenario)
    const { moments } = await asStaff()
    expect(moments.map(({ what, by }) => `${what} ${by.kind} ${by.id ?? ''}`.trim())).toEqual([
      'ReviewSubmitted author ana',
      `${CountedStarsChanged.type} garbo`,
      'ReviewEdited author ana',
      `${CountedStarsChanged.type} garbo`,
      'ReviewFlagged reporter ugo',
      'ReviewFlagged business rosa',
      'DisputeOpened business rosa',
      'CaseOpened garbo',
      'CaseClaimed moderator mario',
      'DisputeUpheld moderator mario',
      ...[FlagClosed.type, FlagClosed.type, 'ReviewRemoved', 'CaseClosed', CountedStarsChanged.type].map(
        (what) => `${what} garbo`,
      ),
    ])
  })

  it('shows the text as it was at each moment', async () => {
    const { revisions, moments } = await asStaff()
    const wordsAt = (what: string) => {
      const found = moments.find((moment) => moment.what === what)
      return found && revisions[found.view.revision]
    }
    expect(wordsAt('ReviewSubmitted')).toMatchObject({ rating: 2, comment: canaryTexts.first })
    expect(wordsAt('ReviewFlagged')).toMatchObject({ rating: 1, comment: canaryTexts.second })
  })

  it('Q-54: shows each flag with its weight and formula, and the total weight', async () => {
    const { flags, moments } = await asStaff()
    expect(flags.map(({ weight, weightVersion }) => [weight, weightVersion])).toEqual([
      [100, 1],
      [100, 1],
    ])
    expect(moments.filter(({ what }) => what === 'ReviewFlagged').map(({ view }) => view.weight)).toEqual([100, 200])
  })

  it('Q-50: shows the venue’s stars at each moment', async () => {
    await upholdDispute(scenario)
    const { moments } = await asStaff()
    const scoreAt = (what: string, nth = 0) => moments.filter((moment) => moment.what === what)[nth]?.view.score
    expect(scoreAt('ReviewSubmitted')).toEqual({ starSum: 0, counted: 0 })
    expect(scoreAt(CountedStarsChanged.type)).toEqual({ starSum: 2, counted: 1 })
    expect(scoreAt('ReviewFlagged')).toEqual({ starSum: 1, counted: 1 })
    expect(scoreAt('CaseClaimed')).toEqual({ starSum: 6, counted: 2 })
    expect(scoreAt(CountedStarsChanged.type, 2)).toEqual({ starSum: 5, counted: 1 })
  })

  it('shows for a decision what the moderator saw', async () => {
    await upholdDispute(scenario)
    const { decision } = await momentOf('DisputeUpheld')
    expect(decision).toMatchObject({ notes: canaryTexts.notes, resolution: canaryTexts.resolution })
    expect(decision?.saw).toMatchObject({
      revision: 1,
      status: 'ACTIVE',
      dispute: 'OPEN',
      weight: 200,
      claim: { by: 'mario' },
      score: { starSum: 6, counted: 2 },
    })
    const followed = await momentOf('ReviewRemoved')
    expect(followed.view).toMatchObject({ status: 'REMOVED', dispute: 'RESOLVED_UPHELD' })
    expect(followed.decision?.saw).toEqual(expect.objectContaining({ status: 'ACTIVE', dispute: 'OPEN' }))
  })

  it('does not show expired claims in what a moderator saw', async () => {
    scenario.app.later(1)
    await upholdDispute(scenario)
    expect((await momentOf('DisputeUpheld')).decision?.saw?.claim).toBeNull()
  })

  it('shows the latest moments of a long case, counts the earlier ones and reads four streams', async () => {
    const { app, reviewId } = scenario
    const { deps } = app
    const written = unwrap(await deps.history.read(review.events, streamOf(review, reviewId))())
    const [first] = written
    if (first === undefined || first.event.type !== 'ReviewSubmitted') throw new Error('no review')
    const edits = Array.from({ length: maxMoments }, () => ({
      id: deps.newId(),
      meta: first.meta,
      event: { type: 'ReviewEdited', data: { ...first.event.data, formerReasonCode: null, submittedAt: null } },
    }))
    unwrap(await deps.history.append(streamOf(review, reviewId), 'any', edits)())
    const before = app.reads.length
    const { moments, omitted, revisions } = await asStaff()
    expect(moments).toHaveLength(maxMoments)
    expect(omitted).toBe(9)
    expect(revisions).toHaveLength(maxMoments + 2)
    expect(moments.at(-1)?.view.revision).toBe(maxMoments + 1)
    const read = new Set(app.reads.slice(before).filter((stream) => !/^(account|conduct|identifiers)-/.test(stream)))
    expect([...read].sort()).toEqual([
      `case-dispute-${reviewId}`,
      `dispute-${reviewId}`,
      'opinion-ana_rosa',
      `review-${reviewId}`,
    ])
  })

  it('shows only what happened for an erased account', async () => {
    const keyring = memoryKeyring()
    scenario = await replayScenario(sealing(keyring, eventRegistry))
    expect((await asStaff()).erased).toEqual({ author: false, business: false })
    unwrap(await keyring.erase('ana')())
    const { erased, revisions, moments, dispute } = await asStaff()
    expect(erased).toEqual({ author: true, business: false })
    expect(revisions.map(({ rating, comment, reasonTags }) => [rating, comment, reasonTags])).toEqual([
      [2, null, []],
      [1, null, []],
    ])
    expect(dispute?.message).toBe(canaryTexts.message)
    expect(moments.map(({ what }) => what)).toContain('ReviewEdited')
  })

  it('shows the whole history of a review even if it had no case', async () => {
    const { app } = scenario
    const lone = deps()
    unwrap(await app.as('bea', useCases.submitReview, { ...lone, targetId: 'ugo' }))
    const { replay } = unwrap(await replayAs(scenario, 'lia', `review-${lone.reviewId}`))
    expect(replay).toMatchObject({ kind: null, dispute: null, omitted: 0 })
    expect(replay.moments.map(({ what }) => what)).toEqual(['ReviewSubmitted', CountedStarsChanged.type])
  })
})

const deps = () => ({
  reviewId: scenario.app.deps.newId(),
  targetType: 'BUSINESS' as const,
  rating: 5,
  comment: null,
  reasonCode: 'SERVICE' as const,
  reasonTags: [],
  visibility: 'PUBLIC_ANONYMOUS' as const,
})

describe('access to the case replay', () => {
  const notFound = E.left({ type: 'Rejected', rejection: { type: 'CaseNotFound' } })

  it.each([
    ['lia', 'staff'],
    ['zoe', 'auditor'],
    ['rosa', 'business'],
    ['ana', 'author'],
  ])('shows %s the case as %s', async (viewerId, kind) => {
    expect(unwrap(await replayAs(scenario, viewerId)).viewer).toEqual({ kind, accountId: viewerId })
  })

  it.each(['bea', 'ugo'])('does not exist for %s, who is not a party', async (viewerId) => {
    expect(await replayAs(scenario, viewerId)).toEqual(notFound)
    expect(await replayAs(scenario, viewerId, `review-${scenario.reviewId}`)).toEqual(notFound)
  })

  it('Q-53: does not exist for the parties of a flag case, whether or not there was a flag', async () => {
    for (const viewerId of ['ana', 'rosa'])
      expect(await replayAs(scenario, viewerId, `flag-${scenario.reviewId}-1`)).toEqual(notFound)
    expect(unwrap(await replayAs(scenario, 'lia', `flag-${scenario.reviewId}-1`)).replay.kind).toBe('FLAG')
  })

  it('is not open to a business that disputed nothing', async () => {
    const lone = { ...deps(), targetId: 'ugo' }
    unwrap(await scenario.app.as('bea', useCases.submitReview, lone))
    expect(await replayAs(scenario, 'ugo', `review-${lone.reviewId}`)).toEqual(notFound)
    expect(unwrap(await replayAs(scenario, 'bea', `review-${lone.reviewId}`)).viewer.kind).toBe('author')
  })

  it('shows a moderator who is a party only what a party sees', async () => {
    await scenario.app.grant('rosa', 'MODERATORE')
    expect(unwrap(await replayAs(scenario, 'rosa')).viewer.kind).toBe('business')
  })

  it.each(['dispute-nowhere', 'review-nowhere', 'nonsense'])('is rejected for %s, which is no case', async (caseId) =>
    expect(await replayAs(scenario, 'lia', caseId)).toEqual(notFound),
  )
})
