import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { capabilities } from '../../application/capabilities.ts'
import { expireDueSanctions } from '../../application/due.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { right } from '../support/application.ts'
import { peopled, writtenIn } from '../support/reviewing.ts'

let app: Awaited<ReturnType<typeof peopled>>
beforeEach(async () => {
  app = await peopled()
})
const written = (author = 'ana') => writtenIn(app, author)

const sanction = (accountId: string, severity: 'LOW' | 'MEDIUM' | 'PERMANENT' = 'MEDIUM') => ({
  sanctionId: randomUUID(),
  accountId,
  reason: 'HARASSMENT' as const,
  severity,
  description: null,
})

describe('a suspended account', () => {
  it('Q-55: may only appeal, from the next request until the suspension ends', async () => {
    const { reviewId } = await written()
    right(await app.as('mario', capabilities.imposeSanction, sanction('ana')))
    const edit = () => app.as('ana', capabilities.editReview, { reviewId, changes: { rating: 1 } })
    expect(await edit()).toMatchObject(
      E.left({ rejection: { type: 'AccountSuspended', reason: 'HARASSMENT', until: '2026-05-11T10:00:00.000Z' } }),
    )
    const [imposed] = await app.events('SuspensionImposed')
    const appeal = { sanctionId: imposed?.sanctionId ?? '', reason: 'Non ho molestato nessuno.' }
    right(await app.as('ana', capabilities.appealSanction, appeal))
    app.later(7)
    right(await edit())
  })

  it('cannot sanction, decide or lift: a suspended moderator has no powers', async () => {
    right(await app.as('mario', capabilities.imposeSanction, sanction('lia')))
    expect(await app.as('lia', capabilities.imposeSanction, sanction('ana'))).toMatchObject(
      E.left({ rejection: { type: 'AccountSuspended' } }),
    )
  })

  it('does not include an account that was only warned', async () => {
    right(await app.as('mario', capabilities.imposeSanction, sanction('ana', 'LOW')))
    await written()
  })

  it('keeps its codes, which cannot be used in the meantime', async () => {
    right(await app.as('mario', capabilities.imposeSanction, sanction('rosa', 'LOW')))
    const { reviewId: _, targetId } = await written()
    const [reward] = await app.events('RewardIssued')
    const code = reward?.code ?? ''
    right(await app.as('mario', capabilities.imposeSanction, sanction('ana')))
    expect(await app.as(targetId, capabilities.redeemReward, { code })).toMatchObject(
      E.left({ rejection: { type: 'RewardHeld' } }),
    )
    expect(await app.as('rosa', capabilities.redeemReward, { code })).toMatchObject(
      E.left({ rejection: { type: 'RewardNotFound' } }),
    )
    app.later(7)
    right(await app.as(targetId, capabilities.redeemReward, { code }))
  })
})

describe('a sanction by a moderator', () => {
  it('V-55: requires an existing account', async () => {
    expect(await app.as('mario', capabilities.imposeSanction, sanction('nessuno'))).toMatchObject(
      E.left({ rejection: { type: 'AccountUnknown' } }),
    )
  })

  it('P-16: cannot be imposed, lifted or decided by anybody else', async () => {
    const of = { sanctionId: 'sanction-1', reason: 'Per una ragione.' }
    for (const refused of [
      await app.as('ana', capabilities.imposeSanction, sanction('rosa')),
      await app.as('ana', capabilities.liftSanction, of),
      await app.as('ana', capabilities.takeSanctionAppeal, of),
      await app.as('ana', capabilities.decideSanctionAppeal, { ...of, decision: 'APPROVED' }),
    ])
      expect(refused).toMatchObject(E.left({ rejection: { type: 'Forbidden' } }))
  })

  it('can be appealed by the sanctioned account only; for others it does not exist', async () => {
    const imposing = sanction('ana')
    right(await app.as('mario', capabilities.imposeSanction, imposing))
    const { sanctionId } = imposing
    expect(
      await app.as('rosa', capabilities.appealSanction, { sanctionId, reason: 'Lo dico io per lei.' }),
    ).toMatchObject(E.left({ rejection: { type: 'SanctionNotFound' } }))
  })

  it('S-15: under appeal is a case on the queue until another moderator decides it', async () => {
    const imposing = sanction('ana')
    const { sanctionId } = imposing
    right(await app.as('mario', capabilities.imposeSanction, imposing))
    right(await app.as('ana', capabilities.appealSanction, { sanctionId, reason: 'Non ho molestato nessuno.' }))
    expect(await app.events('CaseOpened')).toMatchObject([
      { caseId: `appeal-${sanctionId}`, kind: 'APPEAL', targetId: sanctionId },
    ])
    const again = await app.as('ana', capabilities.appealSanction, { sanctionId, reason: 'Non ho molestato nessuno.' })
    expect(again).toMatchObject(E.left({ rejection: { type: 'SanctionAlreadyAppealed' } }))
    const verdict = { sanctionId, decision: 'REJECTED' as const, reason: 'I messaggi sono agli atti.' }
    expect(await app.as('mario', capabilities.decideSanctionAppeal, verdict)).toMatchObject(
      E.left({ rejection: { type: 'SanctionedByYou' } }),
    )
    right(await app.as('lia', capabilities.claimCase, { caseId: `appeal-${sanctionId}` }))
    const ugo = await app.moderator('ugo')
    expect(await app.as(ugo, capabilities.decideSanctionAppeal, verdict)).toMatchObject(
      E.left({ rejection: { type: 'ClaimedByAnother' } }),
    )
    right(await app.as('lia', capabilities.takeSanctionAppeal, { sanctionId }))
    right(await app.as('lia', capabilities.decideSanctionAppeal, verdict))
    expect(await app.events('AppealTakenUnderReview')).toHaveLength(1)
    expect(await app.events('CaseClosed')).toMatchObject([{ caseId: `appeal-${sanctionId}`, outcome: 'rejected' }])
  })
})

describe('sanction expiry', () => {
  it('a suspension that has ended is recorded as expired once', async () => {
    right(await app.as('mario', capabilities.imposeSanction, sanction('ana')))
    const tick = async () => right(await expireDueSanctions(app.toolbox)())
    await tick()
    expect(await app.events('SanctionExpired')).toEqual([])
    app.later(7)
    await tick()
    await tick()
    expect(await app.events('SanctionExpired')).toHaveLength(1)
  })
})

describe('the elite bonus of a sanctioned account (Q-64)', () => {
  const rated = async (house: string) =>
    right(
      await app.as(await app.business(house), capabilities.rateClient, {
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
    right(await app.as('mario', capabilities.imposeSanction, imposing))
    for (let n = 0; n < 10; n++) await rated(`hotel-${n}`)
    expect(await app.events('EliteBonusGranted')).toEqual([])
    const { sanctionId } = imposing
    right(await app.as('lia', capabilities.liftSanction, { sanctionId, reason: 'Era un errore.' }))
    expect(await app.events('EliteBonusGranted')).toHaveLength(1)
  })
})
