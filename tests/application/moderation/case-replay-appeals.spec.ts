import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { unwrap } from '../../support/application.ts'
import { canaryTexts, replayAs, replayScenario, type ReplayScenario, upholdDispute } from './replay-scenario.ts'

const appealText = 'canarino: in quella camera ci sono stata, ho la ricevuta'
const rulingText = 'canarino: la ricevuta è buona'

let scenario: ReplayScenario
beforeEach(async () => {
  scenario = await replayScenario()
  await upholdDispute(scenario)
  const { app } = scenario
  const { moments } = unwrap(await replayAs(scenario, 'lia')).replay
  const decisionId = moments.find(({ what }) => what === 'ReviewRemoved')?.decision?.decisionId ?? ''
  unwrap(await app.as('ana', useCases.lodgeAppeal, { decisionId, text: appealText }))
  const overturned = { decisionId, outcome: 'OVERTURNED', measure: null, facts: rulingText } as const
  unwrap(await app.as('lia', useCases.decideAppeal, overturned))
})

const replayFor = async (viewerId: string, caseId?: string) => unwrap(await replayAs(scenario, viewerId, caseId)).replay
const appealsIn = ({ moments }: Awaited<ReturnType<typeof replayFor>>) =>
  moments.filter(({ appeal }) => appeal !== null)

describe('an appeal in the case replay', () => {
  it.each(['dispute', 'review'])('appears in the history of the %s with its text and outcome', async (kind) => {
    const moments = appealsIn(await replayFor('mario', `${kind}-${scenario.reviewId}`))
    expect(moments.map(({ what, by, appeal }) => [what, by.kind, appeal?.text, appeal?.outcome])).toEqual([
      ['AppealLodged', 'author', appealText, null],
      ['AppealDecided', 'moderator', null, 'OVERTURNED'],
    ])
  })

  it('shows what the deciding moderator saw: the removed review, the upheld dispute, then the changes', async () => {
    const { moments } = await replayFor('mario')
    const decided = moments.find(({ what }) => what === 'AppealDecided')
    expect(decided?.decision?.saw).toMatchObject({ status: 'REMOVED', dispute: 'RESOLVED_UPHELD' })
    expect(decided?.decision?.statement).toMatchObject({ facts: rulingText, ground: 'NO_VIOLATION' })
    expect(moments.at(-1)?.view.status).toBe('ACTIVE')
  })

  it('is decided once: that the review follows the decision is not another one', async () => {
    const { moments } = await replayFor('mario', `review-${scenario.reviewId}`)
    const applied = moments.filter(({ what }) => what === 'AppealApplied')
    expect(applied.map(({ by, decision }) => [by.kind, decision])).toEqual([['garbo', null]])
  })

  it('is visible to the appellant and, once decided, to those affected; its text to the appellant only', async () => {
    expect(appealsIn(await replayFor('ana')).map(({ what, appeal }) => [what, appeal?.text])).toEqual([
      ['AppealLodged', appealText],
      ['AppealDecided', null],
    ])
    const business = await replayFor('rosa')
    expect(appealsIn(business).map(({ what }) => what)).toEqual(['AppealDecided'])
    for (const hidden of [appealText, rulingText, '"ana"', '"lia"', canaryTexts.notes])
      expect(JSON.stringify(business)).not.toContain(hidden)
  })

  it('stays sealed for the auditor', async () => {
    const auditor = await replayFor('zoe')
    expect(appealsIn(auditor).map(({ appeal }) => appeal?.text)).toEqual([null, null])
    for (const hidden of [appealText, rulingText]) expect(JSON.stringify(auditor)).not.toContain(hidden)
  })
})
