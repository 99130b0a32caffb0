import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { capabilities } from '../../application/capabilities.ts'
import { handle } from '../../application/handle.ts'
import { account } from '../../domain/access/account/decider.ts'
import { E } from '../../domain/kernel/fp.ts'
import { right } from '../support/application.ts'
import { peopled, writtenIn } from '../support/reviewing.ts'

let app: Awaited<ReturnType<typeof peopled>>
beforeEach(async () => {
  app = await peopled()
})

const flagged = async (author = 'ana') => {
  const { reviewId } = await writtenIn(app, author)
  const flagId = randomUUID()
  right(await app.as('rosa', capabilities.flagReview, { flagId, reviewId, reason: 'FAKE', note: null }))
  return flagId
}
const decided = async (outcome: 'DISMISSED' | 'UPHELD' | 'REVIEWED', author = 'ana') =>
  right(await app.as('mario', capabilities.decideFlag, { flagId: await flagged(author), outcome, notes: null }))
const dismissed = async (times: number) => {
  for (let i = 0; i < times; i++) await decided('DISMISSED')
}
const caseId = 'flagging-rosa-1'
const judge = (outcome: 'in-order' | 'abusive', by = 'lia', of = caseId) =>
  app.as(by, capabilities.judgeFlagging, { caseId: of, outcome, facts: 'Erano recensioni vere.' })
const cases = async () => (await app.events('CaseOpened')).filter((one) => one.caseId.startsWith('flagging-'))

describe('many dismissed flags of one reporter', () => {
  it('Q-53: open one case in the flags lane, which the authors of the flagged reviews cannot decide', async () => {
    await dismissed(4)
    await decided('REVIEWED')
    expect(await cases()).toEqual([])
    await dismissed(3)
    expect(await cases()).toMatchObject([{ caseId, kind: 'FLAG', targetId: 'rosa', parties: ['rosa', 'ana'] }])
    await app.comesBack()
    expect(await cases()).toHaveLength(1)
    expect(app.surprises).toEqual([])
  })

  it('open no case when enough of the decided flags were upheld', async () => {
    await decided('UPHELD', await app.client('bea'))
    await decided('UPHELD', await app.client('ugo'))
    await dismissed(5)
    expect(await cases()).toEqual([])
    await dismissed(1)
    expect(await app.events('FlaggingQuestioned')).toMatchObject([{ dismissed: 6, decided: 8, ruleVersion: 1 }])
  })

  it('open no second case when the workers redeliver the events', async () => {
    await dismissed(6)
    await app.catchUp()
    await app.catchUp()
    expect([(await cases()).length, (await app.events('FlagOutcomeNoted')).length]).toEqual([1, 6])
  })

  it('found to be in order, close the case without consequences; a new case needs as many again', async () => {
    await dismissed(5)
    right(await judge('in-order'))
    expect(await app.events('CaseClosed')).toContainEqual(
      expect.objectContaining({ caseId, outcome: 'dismissed', by: 'lia' }),
    )
    expect(await app.events('WarningIssued')).toEqual([])
    await dismissed(4)
    expect(await cases()).toHaveLength(1)
    await dismissed(1)
    expect(await cases()).toMatchObject([{ caseId }, { caseId: 'flagging-rosa-2' }])
  })

  it('found to be abusive, close the case with a warning that has a reason and can be appealed to another moderator', async () => {
    await dismissed(5)
    right(await judge('abusive'))
    right(await judge('abusive'))
    expect(await app.events('CaseClosed')).toContainEqual(expect.objectContaining({ caseId, outcome: 'upheld' }))
    const warnings = await app.events('WarningIssued')
    expect(warnings).toMatchObject([
      { accountId: 'rosa', userType: 'user', trigger: 'FLAGS_DISMISSED', facts: 'Erano recensioni vere.', by: 'lia' },
    ])
    const sanctionId = warnings[0]?.sanctionId ?? ''
    right(await app.as('rosa', capabilities.appealSanction, { sanctionId, reason: 'Per me erano tutte false.' }))
    const approved = { sanctionId, decision: 'APPROVED', reason: 'Alcune erano davvero dubbie.' } as const
    expect(await app.as('lia', capabilities.decideSanctionAppeal, approved)).toMatchObject(
      E.left({ rejection: { type: 'SanctionedByYou' } }),
    )
    right(await app.as('mario', capabilities.decideSanctionAppeal, approved))
  })

  it('P-16: are not judged by a party, by a non-moderator, or while another moderator works on them', async () => {
    await app.promote('ana')
    await app.promote('rosa')
    await dismissed(5)
    const refused = (type: string) => E.left(expect.objectContaining({ rejection: expect.objectContaining({ type }) }))
    expect(await judge('abusive', 'ana')).toEqual(refused('OwnMatter'))
    expect(await judge('in-order', 'rosa')).toEqual(refused('OwnMatter'))
    expect(await app.as('ana', capabilities.claimCase, { caseId })).toEqual(refused('OwnMatter'))
    expect(await judge('abusive', await app.client('ugo'))).toEqual(refused('Forbidden'))
    right(await app.as('mario', capabilities.claimCase, { caseId }))
    expect(await judge('abusive')).toEqual(refused('ClaimedByAnother'))
    expect(await judge('abusive', 'mario', 'flag-qualcosa-1')).toEqual(refused('FlaggingNotQuestioned'))
  })

  it('Q-92: leave the queue when the reporter deletes the account', async () => {
    await dismissed(5)
    const names = { emailId: 'e', usernameId: null, obstacles: [] }
    const command = { type: 'DeleteAccount', cause: 'owner', reason: null, ...names, at: app.now() } as const
    const actor = { id: 'rosa', role: 'business' as const }
    const meta = { correlationId: randomUUID(), causationId: null, actor, occurredAt: app.now() }
    const { recorded } = right(await handle(app.deps)(account, 'rosa', command, meta, { privacy: 'open' })())
    await app.toolbox.react(recorded)
    expect(await app.events('CaseClosed')).toContainEqual(
      expect.objectContaining({ caseId, outcome: 'void', by: null }),
    )
  })
})
