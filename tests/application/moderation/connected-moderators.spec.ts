import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import type { AppFailure } from '../../../application/use-case.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { inMemoryApplication, submitReviewIn, testRuleSettings, unwrap } from '../../support/application.ts'

/** Ana reviewed a venue. Uno and Due moderate with one telephone, and Mario with another. */
const openScene = async () => {
  const app = inMemoryApplication({ sanctions: { ...testRuleSettings.sanctions, permanentNeedsTwo: true } })
  await app.client('ana')
  await app.moderator('mario')
  for (const twin of ['uno', 'due']) {
    await app.client(twin, { phone: '+39 340 1111111' })
    await app.grant(twin, 'MODERATORE')
  }
  const { reviewId } = await submitReviewIn(app, 'ana')
  const sanctionByUno = async (severity: 'LOW' | 'PERMANENT') => {
    const sanctionId = randomUUID()
    const sanction = { sanctionId, accountId: 'ana', reason: 'SPAM', severity, description: null } as const
    unwrap(await app.as('uno', useCases.imposeSanction, sanction))
    return sanctionId
  }
  return { app, reviewId, sanctionByUno }
}

const findings = 'Abbiamo riletto tutto con attenzione.'
const ownMatter = { left: { rejection: { type: 'OwnMatter' } } }

/** Only Mario may take the decision. */
const expectThirdModerator = async (decide: (by: string) => Promise<E.Either<AppFailure, unknown>>) => {
  expect(await decide('due')).toMatchObject(ownMatter)
  expect(E.isRight(await decide('mario'))).toBe(true)
}

describe('Q-123: two moderators who are connected count as one', () => {
  it('one does not consent to a permanent suspension that the other proposed', async () => {
    const { app, sanctionByUno } = await openScene()
    const sanctionId = await sanctionByUno('PERMANENT')
    await expectThirdModerator((by) => app.as(by, useCases.answerProposal, { sanctionId, outcome: 'consented' }))
  })

  it('nor rules on an appeal against what the other decided', async () => {
    const { app, reviewId } = await openScene()
    unwrap(await app.as('uno', useCases.moderateReview, { reviewId, to: 'HIDDEN', notes: null }))
    const decisionId = (await app.log()).findLast(({ event }) => event.type === 'ReviewHidden')?.id ?? ''
    unwrap(await app.as('ana', useCases.lodgeAppeal, { decisionId, text: findings }))
    const ruling = { decisionId, outcome: 'OVERTURNED', measure: null, facts: findings } as const
    await expectThirdModerator((by) => app.as(by, useCases.decideAppeal, ruling))
  })

  it('nor on an appeal against a sanction of the other', async () => {
    const { app, sanctionByUno } = await openScene()
    const sanctionId = await sanctionByUno('LOW')
    unwrap(await app.as('ana', useCases.appealSanction, { sanctionId, reason: findings }))
    const ruling = { sanctionId, decision: 'REJECTED', reason: findings } as const
    await expectThirdModerator((by) => app.as(by, useCases.decideSanctionAppeal, ruling))
  })

  it('nor approves a reversal that the other drafted', async () => {
    const { app, reviewId } = await openScene()
    const { planId } = unwrap(await app.as('uno', useCases.draftReversalPlan, { reviewId }))
    await expectThirdModerator((by) => app.as(by, useCases.approveReversal, { planId }))
  })
})

describe('Q-128: a moderator who owns a venue under another account', () => {
  const competitor = { businessType: 'hotel', province: 'FI' } as const
  const sanctionOf = (accountId: string) =>
    ({ sanctionId: randomUUID(), accountId, reason: 'SPAM', severity: 'LOW', description: null }) as const

  it('decides nothing about its competitors', async () => {
    const { app } = await openScene()
    await app.business('nascosta', { phone: '+39 340 1111111', ...competitor })
    await app.business('concorrente', competitor)
    await app.business('altrove', { ...competitor, province: 'MI' })
    expect(await app.as('uno', useCases.imposeSanction, sanctionOf('concorrente'))).toMatchObject(ownMatter)
    unwrap(await app.as('uno', useCases.imposeSanction, sanctionOf('altrove')))
    unwrap(await app.as('mario', useCases.imposeSanction, sanctionOf('concorrente')))
  })
})
