import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { decideAndAppend } from '../../../application/command-handler.ts'
import { rejectedWith } from '../../../application/use-case.ts'
import { account } from '../../../domain/accounts/account.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import { FlagOutcomeRecorded } from '../../../domain/sanctions/sanction-record-events.ts'
import { populatedApplication, submitReviewIn, unwrap } from '../../support/application.ts'

let app: Awaited<ReturnType<typeof populatedApplication>>
beforeEach(async () => {
  app = await populatedApplication()
})

const flagNewReview = async (author = 'ana') => {
  const { reviewId } = await submitReviewIn(app, author)
  const flagId = randomUUID()
  unwrap(await app.as('rosa', useCases.flagReview, { flagId, reviewId, reason: 'FAKE', note: null }))
  return flagId
}
const decideNewFlag = async (outcome: 'DISMISSED' | 'UPHELD' | 'REVIEWED', author = 'ana') =>
  unwrap(await app.as('mario', useCases.decideFlag, { flagId: await flagNewReview(author), outcome, notes: null }))
const dismissFlags = async (times: number) => {
  for (let i = 0; i < times; i++) await decideNewFlag('DISMISSED')
}
const caseId = 'flagging-rosa-1'
const decideFlagAbuse = (outcome: 'in-order' | 'abusive', by = 'lia', of = caseId) =>
  app.as(by, useCases.decideFlagAbuse, { caseId: of, outcome, facts: 'Erano recensioni vere.' })
const flagAbuseCases = async () =>
  (await app.events('CaseOpened')).filter(({ caseId }) => caseId.startsWith('flagging-'))

describe('many dismissed flags of one reporter', () => {
  it('Q-53: open one case in the flags lane, which the authors of the flagged reviews cannot decide', async () => {
    await dismissFlags(4)
    await decideNewFlag('REVIEWED')
    expect(await flagAbuseCases()).toEqual([])
    await dismissFlags(3)
    expect(await flagAbuseCases()).toMatchObject([{ caseId, kind: 'FLAG', targetId: 'rosa', parties: ['rosa', 'ana'] }])
    await app.restart()
    expect(await flagAbuseCases()).toHaveLength(1)
    expect(app.unexpectedFailures).toEqual([])
  })

  it('open a case; only staff who are not party to it learn that it has no replay', async () => {
    await dismissFlags(6)
    await app.promote('ana')
    const replayAs = (accountId: string) => app.as(accountId, useCases.replayCase, { caseId })
    expect(await replayAs('lia')).toEqual(E.left(rejectedWith({ type: 'CaseNotReplayable' })))
    for (const party of ['rosa', 'ana'])
      expect(await replayAs(party)).toEqual(E.left(rejectedWith({ type: 'CaseNotFound' })))
  })

  it('open no case when enough of the decided flags were upheld', async () => {
    await decideNewFlag('UPHELD', await app.client('bea'))
    await decideNewFlag('UPHELD', await app.client('ugo'))
    await dismissFlags(5)
    expect(await flagAbuseCases()).toEqual([])
    await dismissFlags(1)
    expect(await app.events('FlaggingQuestioned')).toMatchObject([{ dismissed: 6, decided: 8, ruleVersion: 1 }])
  })

  it('open no second case when the workers redeliver the events', async () => {
    await dismissFlags(6)
    await app.catchUp()
    await app.catchUp()
    expect([(await flagAbuseCases()).length, (await app.events(FlagOutcomeRecorded.type)).length]).toEqual([1, 6])
  })

  it('found to be in order, close the case without consequences; a new case needs as many again', async () => {
    await dismissFlags(5)
    unwrap(await decideFlagAbuse('in-order'))
    expect(await app.events('CaseClosed')).toContainEqual(
      expect.objectContaining({ caseId, outcome: 'dismissed', by: 'lia' }),
    )
    expect(await app.events('WarningIssued')).toEqual([])
    await dismissFlags(4)
    expect(await flagAbuseCases()).toHaveLength(1)
    await dismissFlags(1)
    expect(await flagAbuseCases()).toMatchObject([{ caseId }, { caseId: 'flagging-rosa-2' }])
  })

  it('found to be abusive, close the case with a warning that has a reason and can be appealed to another moderator', async () => {
    await dismissFlags(5)
    unwrap(await decideFlagAbuse('abusive'))
    unwrap(await decideFlagAbuse('abusive'))
    expect(await app.events('CaseClosed')).toContainEqual(expect.objectContaining({ caseId, outcome: 'upheld' }))
    const warnings = await app.events('WarningIssued')
    expect(warnings).toMatchObject([
      { accountId: 'rosa', userType: 'user', trigger: 'FLAGS_DISMISSED', facts: 'Erano recensioni vere.', by: 'lia' },
    ])
    const sanctionId = warnings[0]?.sanctionId ?? ''
    unwrap(await app.as('rosa', useCases.appealSanction, { sanctionId, reason: 'Per me erano tutte false.' }))
    const approved = { sanctionId, decision: 'APPROVED', reason: 'Alcune erano davvero dubbie.' } as const
    expect(await app.as('lia', useCases.decideSanctionAppeal, approved)).toMatchObject(
      E.left({ rejection: { type: 'SanctionedByYou' } }),
    )
    unwrap(await app.as('mario', useCases.decideSanctionAppeal, approved))
  })

  it('P-16: are not decided by a party, by a non-moderator, or while another moderator works on them', async () => {
    await app.promote('ana')
    await app.promote('rosa')
    await dismissFlags(5)
    const rejected = (type: string) => E.left(expect.objectContaining({ rejection: expect.objectContaining({ type }) }))
    expect(await decideFlagAbuse('abusive', 'ana')).toEqual(rejected(conflictOfInterest.type))
    expect(await decideFlagAbuse('in-order', 'rosa')).toEqual(rejected(conflictOfInterest.type))
    expect(await app.as('ana', useCases.claimCase, { caseId })).toEqual(rejected(conflictOfInterest.type))
    expect(await decideFlagAbuse('abusive', await app.client('ugo'))).toEqual(rejected('Forbidden'))
    for (const admin of ['mario', 'lia']) await app.grant(admin, 'ADMIN')
    unwrap(await app.as('mario', useCases.claimCase, { caseId }))
    expect(await decideFlagAbuse('abusive')).toEqual(rejected('ClaimedByAnother'))
    expect(await decideFlagAbuse('abusive', 'mario', 'flag-qualcosa-1')).toEqual(rejected('FlaggingNotQuestioned'))
  })

  it('Q-92: leave the queue when the reporter deletes the account', async () => {
    await dismissFlags(5)
    const names = { emailId: 'e', usernameId: null, obstacles: [] }
    const command = { type: 'DeleteAccount', cause: 'owner', reason: null, ...names, at: app.now() } as const
    const actor = { id: 'rosa', role: 'business' as const }
    const meta = { correlationId: randomUUID(), causationId: null, actor, occurredAt: app.now() }
    const { recorded } = unwrap(
      await decideAndAppend(app.deps)(account, 'rosa', command, meta, { personalData: 'decrypted' })(),
    )
    await app.services.react(recorded)
    expect(await app.events('CaseClosed')).toContainEqual(
      expect.objectContaining({ caseId, outcome: 'void', by: null }),
    )
  })
})
