import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'
import { reviewOf } from '../../support/reviews/review-inputs.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(async () => {
  app = inMemoryApplication()
  await app.business('rosa')
  await app.business('bruno')
  await app.client('ana')
  await app.moderator('mario')
})

const flagAs = (reporter: string, reviewId: string) =>
  app.as(reporter, useCases.flagReview, { flagId: randomUUID(), reviewId, reason: 'FAKE', note: null })

describe('flags and disputes', () => {
  it('D-07: open a case with the first flag; enough of them hold the review and escalate the case', async () => {
    const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    for (const reporter of ['uno', 'due', 'tre']) {
      await app.client(reporter)
      unwrap(await app.as(reporter, useCases.submitReview, reviewOf('bruno')))
      unwrap(await flagAs(reporter, reviewId))
    }
    expect(await app.events('CaseOpened')).toMatchObject([{ kind: 'FLAG', targetId: reviewId }])
    expect(await app.events('CaseEscalated')).toMatchObject([{ kind: 'HELD', targetId: reviewId }])
  })

  it('Q-54, D-06: hold nothing when the accounts are not established', async () => {
    const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    for (const reporter of ['uno', 'due', 'tre', 'quattro']) {
      await app.client(reporter)
      unwrap(await flagAs(reporter, reviewId))
    }
    expect(await app.events('ReviewHeld')).toEqual([])
    expect(await app.events('CaseOpened')).toHaveLength(1)
  })

  it('D-02: are not decided by a moderator who flagged the review, since the dispute would decide the flag', async () => {
    const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    const dispute = { reviewId, reason: 'UNFAIR_RATING' as const, message: 'Non è andata così, ecco come.' }
    unwrap(await app.as('rosa', useCases.openDispute, { ...dispute, evidenceUrls: [] }))
    unwrap(await flagAs('mario', reviewId))
    const decision = { disputeId: reviewId, status: 'RESOLVED_UPHELD' as const, moderatorNotes: null, resolution: null }
    expect(await app.as('mario', useCases.setDisputeStatus, decision)).toMatchObject(
      E.left({ rejection: conflictOfInterest }),
    )
  })

  it('D-08: are not decided while another moderator has the claim, who is named', async () => {
    await app.moderator('marta')
    const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    await app.client('uno')
    unwrap(await flagAs('uno', reviewId))
    const [flag] = await app.events('ReviewFlagged')
    unwrap(await app.as('marta', useCases.claimCase, { caseId: `flag-${reviewId}-1` }))
    const decide = { flagId: flag?.flagId ?? '', outcome: 'DISMISSED' as const, notes: null }
    expect(await app.as('mario', useCases.decideFlag, decide)).toMatchObject(
      E.left({ rejection: { type: 'ClaimedByAnother', by: 'marta' } }),
    )
    unwrap(await app.as('marta', useCases.decideFlag, decide))
    expect(await app.events('CaseClosed')).toMatchObject([{ outcome: 'dismissed', by: 'marta' }])
  })
})
