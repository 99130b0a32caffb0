import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { DisputeOverturned } from '../../../domain/reviews/dispute.ts'
import { FlagClosed, FlagOverturned } from '../../../domain/reviews/review-state.ts'
import { unwrap } from '../../support/application.ts'
import {
  appealMatrix,
  appealScenario,
  type AppealScenario,
  secondAppeals,
} from '../../support/moderation/appeal-scenario.ts'

let scene: AppealScenario
beforeEach(async () => {
  scene = await appealScenario()
})
const rejectedAs = (type: string) => ({ left: { type: 'Rejected', rejection: { type } } })

describe('appeals by several reporters of one review', () => {
  it('are decided in one case, whichever of the decisions they name', async () => {
    const { app, flag, decideFlag, lodgeAppeal, latestId } = scene
    await flag('bea', 'carlo')
    await decideFlag('DISMISSED', 'bea')
    const toBea = await latestId('FlagDismissed')
    await decideFlag('DISMISSED', 'carlo', 'nina')
    const toCarlo = await latestId('FlagDismissed')
    unwrap(await lodgeAppeal('carlo', toCarlo))
    unwrap(await lodgeAppeal('bea', toBea))
    expect(await app.events('AppealLodged')).toMatchObject([
      { decisionId: toBea, toldId: toCarlo, appellantId: 'carlo' },
      { decisionId: toBea, toldId: toBea, appellantId: 'bea' },
    ])
    const cases = (await app.events('CaseOpened')).filter(({ kind }) => kind === 'APPEAL')
    expect(cases).toMatchObject([{ caseId: `appeal-${toBea}`, targetId: scene.reviewId, priority: 250 }])
  })

  it('are not decided by a moderator who decided any of the flags', async () => {
    const { flag, decideFlag, decide, appealAll } = scene
    await flag('bea', 'carlo')
    await decideFlag('DISMISSED', 'bea')
    await decideFlag('DISMISSED', 'carlo', 'nina')
    await appealAll()
    for (const by of ['ugo', 'nina']) expect(await decide(by, 'UPHELD')).toMatchObject(rejectedAs('DecidedBefore'))
    unwrap(await decide('lia', 'UPHELD'))
  })

  it('notify a reporter who did not appeal when the review is removed, not when it stays', async () => {
    const { decideFirst, lodgeAppeal, latestId, decide, notified } = scene
    await decideFirst('no action on two flags')
    unwrap(await lodgeAppeal('carlo', await latestId(FlagClosed.type)))
    unwrap(await decide('lia', 'OVERTURNED'))
    expect((await notified()).split(' ').toSorted()).toEqual(['ada', 'bea', 'carlo'])
  })

  it('leave a reporter notified only after the decision an appeal in another case', async () => {
    const { app, flag, decideFlag, lodgeAppeal, latestId, decide } = scene
    await flag('bea', 'carlo')
    await decideFlag('DISMISSED', 'bea')
    unwrap(await lodgeAppeal('bea', await latestId('FlagDismissed')))
    unwrap(await decide('lia', 'UPHELD'))
    app.later(1)
    await decideFlag('DISMISSED', 'carlo')
    const toCarlo = await latestId('FlagDismissed')
    unwrap(await lodgeAppeal('carlo', toCarlo))
    expect((await app.events('AppealLodged')).at(-1)).toMatchObject({ decisionId: toCarlo, appellantId: 'carlo' })
  })
})

describe('lodging an appeal is rejected', () => {
  it('a second time, even with the same text in another request', async () => {
    const { decideFirst, lodgeAppeal, latestId } = scene
    await decideFirst('hidden by a moderator')
    const hidden = await latestId('ReviewHidden')
    unwrap(await lodgeAppeal('ada', hidden))
    expect(await lodgeAppeal('ada', hidden)).toMatchObject(rejectedAs('AlreadyAppealed'))
    expect(await lodgeAppeal('ada', hidden, 'Aggiungo una cosa.')).toMatchObject(rejectedAs('AlreadyAppealed'))
  })

  it('after 184 days, naming the last day', async () => {
    const { app, decideFirst, lodgeAppeal, latestId } = scene
    await decideFirst('hidden by a moderator')
    app.later(185)
    const until = '2026-11-04T10:00:00.000Z'
    expect(await lodgeAppeal('ada', await latestId('ReviewHidden'))).toMatchObject({
      left: { rejection: { type: 'AppealTooLate', until } },
    })
  })

  it('for other accounts, as if the decision did not exist', async () => {
    const { decideFirst, lodgeAppeal, latestId } = scene
    await decideFirst('no action on one flag')
    const decision = await latestId('FlagDismissed')
    for (const accountId of ['ada', 'carlo', 'rosa', 'lia'])
      expect(await lodgeAppeal(accountId, decision)).toMatchObject(rejectedAs('DecisionNotFound'))
    expect(await lodgeAppeal('bea', 'no-such-decision')).toMatchObject(rejectedAs('DecisionNotFound'))
  })

  it('against a decision in the appellant’s favour', async () => {
    const { decideFirst, lodgeAppeal, latestId, moderate } = scene
    await decideFirst('a flag upheld')
    expect(await lodgeAppeal('bea', await latestId('FlagUpheld'))).toMatchObject(rejectedAs('DecisionFinal'))
    await moderate('ACTIVE')
    expect(await lodgeAppeal('ada', await latestId('ReviewRestored'))).toMatchObject(rejectedAs('DecisionFinal'))
    expect(await lodgeAppeal('bea', await latestId('ReviewRestored'))).toMatchObject(rejectedAs('DecisionNotFound'))
  })

  it('when its goal has already been reached', async () => {
    const { decideFirst, lodgeAppeal, latestId, moderate } = scene
    await decideFirst('hidden by a moderator')
    const hidden = await latestId('ReviewHidden')
    await moderate('ACTIVE', 'lia')
    expect(await lodgeAppeal('ada', hidden)).toMatchObject(rejectedAs('DecisionNotInForce'))
  })

  it('against a decision that has been superseded', async () => {
    const { lodgeAppeal, latestId, moderate } = scene
    await moderate('HIDDEN')
    const first = await latestId('ReviewHidden')
    await moderate('ACTIVE')
    await moderate('HIDDEN', 'lia')
    expect(await lodgeAppeal('ada', first)).toMatchObject(rejectedAs('DecisionNotInForce'))
    unwrap(await lodgeAppeal('ada', await latestId('ReviewHidden')))
  })
})

describe('a pending appeal', () => {
  it('is closed when a moderator does what it asks for, and the appellant is notified', async () => {
    const { app, decideFirst, appealAll, moderate, notified, decide } = scene
    await decideFirst('hidden by a moderator')
    await appealAll()
    await moderate('ACTIVE', 'nina')
    expect(await app.events('AppealVoided')).toMatchObject([{ appellants: ['ada'] }])
    expect((await app.events('CaseClosed')).at(-1)).toMatchObject({ kind: 'APPEAL', outcome: 'void', by: null })
    expect(await notified()).toBe('ada')
    expect(await decide('lia', 'OVERTURNED')).toMatchObject(rejectedAs('AppealAlreadyDecided'))
  })

  it('is claimed by one moderator and locked for others', async () => {
    const { app, decideFirst, appealAll, latestId, decide } = scene
    await decideFirst('hidden by a moderator')
    await appealAll()
    const decisionId = await latestId('ReviewHidden')
    unwrap(await app.as('lia', useCases.claimCase, { caseId: `appeal-${decisionId}` }))
    unwrap(await app.as('lia', useCases.takeAppealUnderReview, { decisionId }))
    expect(await app.events('AppealTaken')).toMatchObject([{ by: 'lia', appellants: ['ada'] }])
    expect(await app.as('nina', useCases.takeAppealUnderReview, { decisionId })).toMatchObject(
      rejectedAs('ClaimedByAnother'),
    )
    expect(await decide('nina', 'UPHELD')).toMatchObject(rejectedAs('ClaimedByAnother'))
    unwrap(await decide('lia', 'UPHELD'))
    expect((await app.events('CaseClosed')).at(-1)).toMatchObject({ kind: 'APPEAL', outcome: 'upheld', by: 'lia' })
  })

  it('is decided by moderators only, and only where an appeal exists', async () => {
    const { decideFirst, appealAll, decide, app, latestId } = scene
    await decideFirst('hidden by a moderator')
    const nobodys = { decisionId: await latestId('ReviewHidden') }
    expect(await app.as('lia', useCases.takeAppealUnderReview, nobodys)).toMatchObject(rejectedAs('AppealNotFound'))
    await appealAll()
    for (const by of ['ada', 'rosa', 'bea'])
      expect(await decide(by, 'OVERTURNED')).toMatchObject(rejectedAs('Forbidden'))
  })
})

describe('an overturned decision', () => {
  it('upholds the flag, and dismisses it again when a second appeal overturns the ruling', async () => {
    const { app, decideFirst, appealAll, decide } = scene
    await decideFirst('no action on one flag')
    await appealAll()
    unwrap(await decide('lia', 'OVERTURNED'))
    expect(await app.events(FlagOverturned.type)).toMatchObject([{ reporterId: 'bea', outcome: 'UPHELD' }])
    await appealAll()
    unwrap(await decide('nina', 'OVERTURNED'))
    expect(await app.events(FlagOverturned.type)).toMatchObject([{ outcome: 'UPHELD' }, { outcome: 'DISMISSED' }])
  })

  it('Q-52: changes the dispute outcome accordingly', async () => {
    const { app, decideFirst, appealAll, decide } = scene
    await decideFirst('a dispute rejected')
    await appealAll()
    unwrap(await decide('lia', 'OVERTURNED'))
    expect(await app.events(DisputeOverturned.type)).toMatchObject([
      { outcome: 'upheld', businessId: 'rosa', by: 'lia' },
    ])
    await appealAll()
    unwrap(await decide('nina', 'OVERTURNED'))
    expect(await app.events(DisputeOverturned.type)).toMatchObject([{ outcome: 'upheld' }, { outcome: 'rejected' }])
  })

  it('Q-50: restores the author’s code and count with the review', async () => {
    const { app, decideFirst, appealAll, decide } = scene
    await decideFirst('hidden by a moderator')
    expect(await app.events('RewardRevoked')).toHaveLength(1)
    await appealAll()
    unwrap(await decide('lia', 'OVERTURNED'))
    expect(await app.events('RewardIssued')).toHaveLength(2)
    expect(app.unexpectedFailures).toEqual([])
  })

  it('names the deciding moderator and the reason in the follow-up events', async () => {
    const { app, decideFirst, appealAll, decide } = scene
    await decideFirst('hidden by a moderator')
    await appealAll()
    unwrap(await decide('lia', 'OVERTURNED'))
    const facts = 'Abbiamo riletto tutto con attenzione.'
    expect(await app.events('ReviewRestored')).toMatchObject([
      { cause: 'appeal', by: null, facts, ground: 'NO_VIOLATION' },
    ])
  })
})

describe('the outcome of an appeal', () => {
  it.each(appealMatrix)(
    'after “$first”, appealed by $by: $outcome makes the review $review, notifies “$notified” and lets “$next” appeal',
    async (expected) => {
      const { app, decideFirst, appealAll, decide, status, notified } = await appealScenario()
      await decideFirst(expected.first)
      expect(await appealAll()).toBe(expected.by)
      unwrap(await decide('lia', expected.outcome, expected.measure ?? null))
      expect(await status()).toBe(expected.review)
      expect(await notified()).toBe(expected.notified)
      expect(await appealAll()).toBe(expected.next)
      expect(app.unexpectedFailures).toEqual([])
    },
  )
})

describe('the outcome of an appeal against the overturning ruling', () => {
  it.each(secondAppeals)(
    'after “$first” and $outcome ($review): appealed by $next, $then makes the review $last for good and notifies “$lastNotified”',
    async (cell) => {
      const { app, decideFirst, appealAll, decide, status, notified } = await appealScenario()
      await decideFirst(cell.first)
      await appealAll()
      unwrap(await decide('lia', cell.outcome, cell.measure ?? null))
      expect(await appealAll()).toBe(cell.next)
      for (const by of ['ugo', 'lia'])
        expect(await decide(by, cell.then)).toMatchObject({ left: { rejection: { type: 'DecidedBefore' } } })
      unwrap(await decide('nina', cell.then))
      expect(await status()).toBe(cell.last)
      expect((await notified()).split(' ').toSorted()).toEqual(cell.lastNotified.split(' ').toSorted())
      expect(await appealAll()).toBe('')
      expect(app.unexpectedFailures).toEqual([])
    },
  )
})
