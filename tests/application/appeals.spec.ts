import { beforeEach, describe, expect, it } from 'vitest'
import { capabilities } from '../../application/capabilities.ts'
import { appealScene, type Scene } from '../support/appeal-scenes.ts'
import { right } from '../support/application.ts'

let scene: Scene
beforeEach(async () => {
  scene = await appealScene()
})
const refused = (type: string) => ({ left: { type: 'Rejected', rejection: { type } } })

describe('appeals by several reporters of one review', () => {
  it('are decided in one case, whichever of the decisions they name', async () => {
    const { app, report, answer, lodge, latestId } = scene
    await report('bea', 'carlo')
    await answer('DISMISSED', 'bea')
    const toBea = await latestId('FlagDismissed')
    await answer('DISMISSED', 'carlo', 'nina')
    const toCarlo = await latestId('FlagDismissed')
    right(await lodge('carlo', toCarlo))
    right(await lodge('bea', toBea))
    expect(await app.events('AppealLodged')).toMatchObject([
      { decisionId: toBea, toldId: toCarlo, appellantId: 'carlo' },
      { decisionId: toBea, toldId: toBea, appellantId: 'bea' },
    ])
    const cases = (await app.events('CaseOpened')).filter(({ kind }) => kind === 'APPEAL')
    expect(cases).toMatchObject([{ caseId: `appeal-${toBea}`, targetId: scene.reviewId, priority: 250 }])
  })

  it('are not decided by a moderator who decided any of the reports', async () => {
    const { report, answer, decide, allWhoMay } = scene
    await report('bea', 'carlo')
    await answer('DISMISSED', 'bea')
    await answer('DISMISSED', 'carlo', 'nina')
    await allWhoMay()
    for (const by of ['ugo', 'nina']) expect(await decide(by, 'UPHELD')).toMatchObject(refused('DecidedBefore'))
    right(await decide('lia', 'UPHELD'))
  })

  it('a reporter who did not appeal is notified when the review is removed, not when it stays', async () => {
    const { first, lodge, latestId, decide, told } = scene
    await first('no action on two reports')
    right(await lodge('carlo', await latestId('FlagReviewed')))
    right(await decide('lia', 'OVERTURNED'))
    expect((await told()).split(' ').toSorted()).toEqual(['ada', 'bea', 'carlo'])
  })

  it('a reporter who is notified only after an appeal was decided may still appeal, in another case', async () => {
    const { app, report, answer, lodge, latestId, decide } = scene
    await report('bea', 'carlo')
    await answer('DISMISSED', 'bea')
    right(await lodge('bea', await latestId('FlagDismissed')))
    right(await decide('lia', 'UPHELD'))
    app.later(1)
    await answer('DISMISSED', 'carlo')
    const toCarlo = await latestId('FlagDismissed')
    right(await lodge('carlo', toCarlo))
    expect((await app.events('AppealLodged')).at(-1)).toMatchObject({ decisionId: toCarlo, appellantId: 'carlo' })
  })
})

describe('lodging an appeal is refused', () => {
  it('a second time, even with the same text in another request', async () => {
    const { first, lodge, latestId } = scene
    await first('hidden by a moderator')
    const hidden = await latestId('ReviewHidden')
    right(await lodge('ada', hidden))
    expect(await lodge('ada', hidden)).toMatchObject(refused('AlreadyAppealed'))
    expect(await lodge('ada', hidden, 'Aggiungo una cosa.')).toMatchObject(refused('AlreadyAppealed'))
  })

  it('after 184 days, naming the last day', async () => {
    const { app, first, lodge, latestId } = scene
    await first('hidden by a moderator')
    app.later(185)
    const until = '2026-11-04T10:00:00.000Z'
    expect(await lodge('ada', await latestId('ReviewHidden'))).toMatchObject({
      left: { rejection: { type: 'AppealTooLate', until } },
    })
  })

  it('for other accounts, as if the decision did not exist', async () => {
    const { first, lodge, latestId } = scene
    await first('no action on one report')
    const decision = await latestId('FlagDismissed')
    for (const who of ['ada', 'carlo', 'rosa', 'lia'])
      expect(await lodge(who, decision)).toMatchObject(refused('DecisionNotFound'))
    expect(await lodge('bea', 'no-such-decision')).toMatchObject(refused('DecisionNotFound'))
  })

  it('against a decision in the appellant’s favour', async () => {
    const { first, lodge, latestId, moderate } = scene
    await first('a report upheld')
    expect(await lodge('bea', await latestId('FlagUpheld'))).toMatchObject(refused('DecisionFinal'))
    await moderate('ACTIVE')
    expect(await lodge('ada', await latestId('ReviewRestored'))).toMatchObject(refused('DecisionFinal'))
    expect(await lodge('bea', await latestId('ReviewRestored'))).toMatchObject(refused('DecisionNotFound'))
  })

  it('when its goal has already been reached', async () => {
    const { first, lodge, latestId, moderate } = scene
    await first('hidden by a moderator')
    const hidden = await latestId('ReviewHidden')
    await moderate('ACTIVE', 'lia')
    expect(await lodge('ada', hidden)).toMatchObject(refused('DecisionNotInForce'))
  })

  it('against a decision that has been superseded', async () => {
    const { lodge, latestId, moderate } = scene
    await moderate('HIDDEN')
    const first = await latestId('ReviewHidden')
    await moderate('ACTIVE')
    await moderate('HIDDEN', 'lia')
    expect(await lodge('ada', first)).toMatchObject(refused('DecisionNotInForce'))
    right(await lodge('ada', await latestId('ReviewHidden')))
  })
})

describe('a pending appeal', () => {
  it('is closed when a moderator does what it asks for, and the appellant is notified', async () => {
    const { app, first, allWhoMay, moderate, told, decide } = scene
    await first('hidden by a moderator')
    await allWhoMay()
    await moderate('ACTIVE', 'nina')
    expect(await app.events('AppealVoided')).toMatchObject([{ appellants: ['ada'] }])
    expect((await app.events('CaseClosed')).at(-1)).toMatchObject({ kind: 'APPEAL', outcome: 'void', by: null })
    expect(await told()).toBe('ada')
    expect(await decide('lia', 'OVERTURNED')).toMatchObject(refused('AppealAlreadyDecided'))
  })

  it('is claimed by one moderator and locked for others', async () => {
    const { app, first, allWhoMay, latestId, decide } = scene
    await first('hidden by a moderator')
    await allWhoMay()
    const decisionId = await latestId('ReviewHidden')
    right(await app.as('lia', capabilities.claimCase, { caseId: `appeal-${decisionId}` }))
    right(await app.as('lia', capabilities.takeAppeal, { decisionId }))
    expect(await app.events('AppealTaken')).toMatchObject([{ by: 'lia', appellants: ['ada'] }])
    expect(await app.as('nina', capabilities.takeAppeal, { decisionId })).toMatchObject(refused('ClaimedByAnother'))
    expect(await decide('nina', 'UPHELD')).toMatchObject(refused('ClaimedByAnother'))
    right(await decide('lia', 'UPHELD'))
    expect((await app.events('CaseClosed')).at(-1)).toMatchObject({ kind: 'APPEAL', outcome: 'upheld', by: 'lia' })
  })

  it('is decided by moderators only, and only where an appeal exists', async () => {
    const { first, allWhoMay, decide, app, latestId } = scene
    await first('hidden by a moderator')
    const nobodys = { decisionId: await latestId('ReviewHidden') }
    expect(await app.as('lia', capabilities.takeAppeal, nobodys)).toMatchObject(refused('AppealNotFound'))
    await allWhoMay()
    for (const by of ['ada', 'rosa', 'bea']) expect(await decide(by, 'OVERTURNED')).toMatchObject(refused('Forbidden'))
  })
})

describe('the consequences of an overturned decision', () => {
  it('the report counts as right, and as wrong again when the reversal is reversed', async () => {
    const { app, first, allWhoMay, decide } = scene
    await first('no action on one report')
    await allWhoMay()
    right(await decide('lia', 'OVERTURNED'))
    expect(await app.events('FlagTurned')).toMatchObject([{ reporterId: 'bea', outcome: 'UPHELD' }])
    await allWhoMay()
    right(await decide('nina', 'OVERTURNED'))
    expect(await app.events('FlagTurned')).toMatchObject([{ outcome: 'UPHELD' }, { outcome: 'DISMISSED' }])
  })

  it('Q-52: the dispute outcome changes accordingly', async () => {
    const { app, first, allWhoMay, decide } = scene
    await first('a dispute rejected')
    await allWhoMay()
    right(await decide('lia', 'OVERTURNED'))
    expect(await app.events('DisputeTurned')).toMatchObject([{ outcome: 'upheld', businessId: 'rosa', by: 'lia' }])
    await allWhoMay()
    right(await decide('nina', 'OVERTURNED'))
    expect(await app.events('DisputeTurned')).toMatchObject([{ outcome: 'upheld' }, { outcome: 'rejected' }])
  })

  it('Q-50: the author’s code and count are restored with the review', async () => {
    const { app, first, allWhoMay, decide } = scene
    await first('hidden by a moderator')
    expect(await app.events('RewardRevoked')).toHaveLength(1)
    await allWhoMay()
    right(await decide('lia', 'OVERTURNED'))
    expect(await app.events('RewardIssued')).toHaveLength(2)
    expect(app.surprises).toEqual([])
  })

  it('the follow-up events name the deciding moderator and the reason', async () => {
    const { app, first, allWhoMay, decide } = scene
    await first('hidden by a moderator')
    await allWhoMay()
    right(await decide('lia', 'OVERTURNED'))
    const facts = 'Abbiamo riletto tutto con attenzione.'
    expect(await app.events('ReviewRestored')).toMatchObject([
      { cause: 'appeal', by: null, facts, ground: 'NO_VIOLATION' },
    ])
  })
})
