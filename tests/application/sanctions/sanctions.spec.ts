import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { explainStanding } from '../../../application/rewards/explain-standing.ts'
import { expireDueSanctions } from '../../../application/sanctions/sanctions.ts'
import { rejectedWith } from '../../../application/use-case.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { populatedApplication, submitReviewIn, unwrap } from '../../support/application.ts'

let app: Awaited<ReturnType<typeof populatedApplication>>
beforeEach(async () => {
  app = await populatedApplication()
})
const writeReview = (author = 'ana') => submitReviewIn(app, author)

const sanction = (accountId: string, severity: 'LOW' | 'MEDIUM' | 'PERMANENT' = 'MEDIUM') => ({
  sanctionId: randomUUID(),
  accountId,
  reason: 'HARASSMENT' as const,
  severity,
  description: null,
})

describe('a suspended account', () => {
  it('Q-55: may only appeal, from the next request until the suspension ends', async () => {
    const { reviewId } = await writeReview()
    unwrap(await app.as('mario', useCases.imposeSanction, sanction('ana')))
    const edit = () => app.as('ana', useCases.editReview, { reviewId, changes: { rating: 1 } })
    expect(await edit()).toMatchObject(
      E.left({ rejection: { type: 'AccountSuspended', reason: 'HARASSMENT', until: '2026-05-11T10:00:00.000Z' } }),
    )
    const [imposed] = await app.events('SuspensionImposed')
    const appeal = { sanctionId: imposed?.sanctionId ?? '', reason: 'Non ho molestato nessuno.' }
    unwrap(await app.as('ana', useCases.appealSanction, appeal))
    app.later(7)
    unwrap(await edit())
  })

  it('cannot sanction, decide or lift: a suspended moderator has no powers', async () => {
    await app.grant('mario', 'ADMIN')
    unwrap(await app.as('mario', useCases.imposeSanction, sanction('lia')))
    expect(await app.as('lia', useCases.imposeSanction, sanction('ana'))).toMatchObject(
      E.left({ rejection: { type: 'AccountSuspended' } }),
    )
  })

  it('is not an account that was only warned', async () => {
    unwrap(await app.as('mario', useCases.imposeSanction, sanction('ana', 'LOW')))
    await writeReview()
  })

  it('keeps its codes, which cannot be used in the meantime', async () => {
    unwrap(await app.as('mario', useCases.imposeSanction, sanction('rosa', 'LOW')))
    const { reviewId: _, targetId } = await writeReview()
    const [reward] = await app.events('RewardIssued')
    const code = reward?.code ?? ''
    unwrap(await app.as('mario', useCases.imposeSanction, sanction('ana')))
    expect(await app.as(targetId, useCases.redeemReward, { code })).toMatchObject(
      E.left({ rejection: { type: 'RewardNotFound' } }),
    )
    expect(await app.as('rosa', useCases.redeemReward, { code })).toMatchObject(
      E.left({ rejection: { type: 'RewardNotFound' } }),
    )
    app.later(7)
    unwrap(await app.as(targetId, useCases.redeemReward, { code }))
  })
})

describe('a sanction by a moderator', () => {
  it('V-55: requires an existing account', async () => {
    expect(await app.as('mario', useCases.imposeSanction, sanction('nessuno'))).toMatchObject(
      E.left({ rejection: { type: 'AccountUnknown' } }),
    )
  })

  it('P-16: cannot be imposed, lifted or decided by anybody else', async () => {
    const of = { sanctionId: 'sanction-1', reason: 'Per una ragione.' }
    for (const rejected of [
      await app.as('ana', useCases.imposeSanction, sanction('rosa')),
      await app.as('ana', useCases.liftSanction, of),
      await app.as('ana', useCases.takeSanctionAppealUnderReview, of),
      await app.as('ana', useCases.decideSanctionAppeal, { ...of, decision: 'APPROVED' }),
    ])
      expect(rejected).toMatchObject(E.left({ rejection: { type: 'Forbidden' } }))
  })

  it('can be appealed by the sanctioned account only; for others it does not exist', async () => {
    const imposing = sanction('ana')
    unwrap(await app.as('mario', useCases.imposeSanction, imposing))
    const { sanctionId } = imposing
    expect(await app.as('rosa', useCases.appealSanction, { sanctionId, reason: 'Lo dico io per lei.' })).toMatchObject(
      E.left({ rejection: { type: 'SanctionNotFound' } }),
    )
  })

  it('under appeal is a case; only staff who are not party to it learn that it has no replay', async () => {
    const imposing = sanction('ana')
    unwrap(await app.as('mario', useCases.imposeSanction, imposing))
    const { sanctionId } = imposing
    unwrap(await app.as('ana', useCases.appealSanction, { sanctionId, reason: 'Non ho molestato nessuno.' }))
    const replayAs = (accountId: string) => app.as(accountId, useCases.replayCase, { caseId: `appeal-${sanctionId}` })
    expect(await replayAs('lia')).toEqual(E.left(rejectedWith({ type: 'CaseNotReplayable' })))
    for (const other of ['ana', 'rosa', 'mario'])
      expect(await replayAs(other)).toEqual(E.left(rejectedWith({ type: 'CaseNotFound' })))
  })

  it('S-15: under appeal is a case on the queue until another moderator decides it', async () => {
    const imposing = sanction('ana')
    const { sanctionId } = imposing
    unwrap(await app.as('mario', useCases.imposeSanction, imposing))
    unwrap(await app.as('ana', useCases.appealSanction, { sanctionId, reason: 'Non ho molestato nessuno.' }))
    expect(await app.events('CaseOpened')).toMatchObject([
      { caseId: `appeal-${sanctionId}`, kind: 'APPEAL', targetId: sanctionId },
    ])
    const again = await app.as('ana', useCases.appealSanction, { sanctionId, reason: 'Non ho molestato nessuno.' })
    expect(again).toMatchObject(E.left({ rejection: { type: 'SanctionAlreadyAppealed' } }))
    const verdict = { sanctionId, decision: 'REJECTED' as const, reason: 'I messaggi sono agli atti.' }
    expect(await app.as('mario', useCases.decideSanctionAppeal, verdict)).toMatchObject(
      E.left({ rejection: { type: 'SanctionedByYou' } }),
    )
    unwrap(await app.as('lia', useCases.claimCase, { caseId: `appeal-${sanctionId}` }))
    const ugo = await app.moderator('ugo')
    expect(await app.as(ugo, useCases.decideSanctionAppeal, verdict)).toMatchObject(
      E.left({ rejection: { type: 'ClaimedByAnother' } }),
    )
    unwrap(await app.as('lia', useCases.takeSanctionAppealUnderReview, { sanctionId }))
    unwrap(await app.as('lia', useCases.decideSanctionAppeal, verdict))
    expect(await app.events('AppealTakenUnderReview')).toHaveLength(1)
    expect(await app.events('CaseClosed')).toMatchObject([{ caseId: `appeal-${sanctionId}`, outcome: 'rejected' }])
  })
})

describe('sanction expiry', () => {
  it('is recorded once for a suspension that has ended', async () => {
    unwrap(await app.as('mario', useCases.imposeSanction, sanction('ana')))
    const tick = async () => unwrap(await expireDueSanctions(app.services)())
    await tick()
    expect(await app.events('SanctionExpired')).toEqual([])
    app.later(7)
    await tick()
    await tick()
    expect(await app.events('SanctionExpired')).toHaveLength(1)
  })
})

describe('the elite bonus of a sanctioned account (Q-64)', () => {
  const rated = async (businessId: string) =>
    unwrap(
      await app.as(await app.business(businessId), useCases.rateClient, {
        client: { accountId: 'ana' },
        overall: 5,
        punctuality: 9,
        kindness: 9,
        payment: 10,
        roomCondition: 8,
        stayType: 'leisure',
        stayDate: '2026-05-01' as Day,
        comment: null,
      }),
    )
  it('Q-64: is withheld, and granted when the sanction is over', async () => {
    const imposing = sanction('ana', 'PERMANENT')
    unwrap(await app.as('mario', useCases.imposeSanction, imposing))
    for (let n = 0; n < 10; n++) await rated(`hotel-${n}`)
    expect(await app.events('EliteBonusGranted')).toEqual([])
    const { sanctionId } = imposing
    unwrap(await app.as('lia', useCases.liftSanction, { sanctionId, reason: 'Era un errore.' }))
    expect(await app.events('EliteBonusGranted')).toHaveLength(1)
  })

  it('Q-64: is explained as withheld, not as missing a venue', async () => {
    const imposing = sanction('ana', 'LOW')
    unwrap(await app.as('mario', useCases.imposeSanction, imposing))
    const explain = async () => {
      const { person } = await app.caller('ana')
      if (person === null) throw new Error('ana is registered')
      const { goals, withOneMoreFiveStars } = unwrap(await explainStanding(app.services, person, 'c-ana')())
      return { elite: goals.find(({ to }) => to === 'elite'), withOneMore: withOneMoreFiveStars.elite }
    }
    for (let n = 0; n < 9; n++) await rated(`hotel-${n}`)
    expect(await explain()).toMatchObject({
      elite: { reached: false, missing: { of: 'venues', amount: 1 }, withheld: false },
      withOneMore: 'available',
    })
    await rated('hotel-9')
    expect(await explain()).toMatchObject({ elite: { reached: false, missing: null, withheld: true } })
    unwrap(await app.as('lia', useCases.liftSanction, { sanctionId: imposing.sanctionId, reason: 'Era un errore.' }))
    expect(await explain()).toMatchObject({ elite: { reached: true, missing: null, withheld: false } })
  })
})
