import { beforeEach, describe, expect, it } from 'vitest'
import { capabilities } from '../../../application/capabilities.ts'
import { right } from '../../support/application.ts'
import { replayed, said, story, upheld, type Story } from './story.ts'

const plea = 'canarino: in quella camera ci sono stata, ho la ricevuta'
const ruling = 'canarino: la ricevuta è buona'

let of: Story
beforeEach(async () => {
  of = await story()
  await upheld(of)
  const { app } = of
  const { moments } = right(await replayed(of, 'lia')).replay
  const decisionId = moments.find(({ what }) => what === 'ReviewRemoved')?.decision?.decisionId ?? ''
  right(await app.as('ana', capabilities.lodgeAppeal, { decisionId, text: plea }))
  const overturned = { decisionId, outcome: 'OVERTURNED', measure: null, reason: ruling } as const
  right(await app.as('lia', capabilities.decideAppeal, overturned))
})

const seenBy = async (who: string, caseId?: string) => right(await replayed(of, who, caseId)).replay
const appealsIn = ({ moments }: Awaited<ReturnType<typeof seenBy>>) => moments.filter(({ appeal }) => appeal !== null)

describe('an appeal in the case replay', () => {
  it.each(['dispute', 'review'])('appears in the history of the %s with its text and outcome', async (kind) => {
    const told = appealsIn(await seenBy('mario', `${kind}-${of.reviewId}`))
    expect(told.map(({ what, by, appeal }) => [what, by.kind, appeal?.text, appeal?.outcome])).toEqual([
      ['AppealLodged', 'author', plea, null],
      ['AppealDecided', 'moderator', null, 'OVERTURNED'],
    ])
  })

  it('shows what the deciding moderator saw: the removed review, the upheld dispute, then the changes', async () => {
    const { moments } = await seenBy('mario')
    const decided = moments.find(({ what }) => what === 'AppealDecided')
    expect(decided?.decision?.saw).toMatchObject({ status: 'REMOVED', dispute: 'RESOLVED_UPHELD' })
    expect(decided?.decision?.statement).toMatchObject({ facts: ruling, ground: 'NO_VIOLATION' })
    expect(moments.at(-1)?.view.status).toBe('ACTIVE')
  })

  it('is visible to the appellant and, once decided, to those affected; its text to the appellant only', async () => {
    expect(appealsIn(await seenBy('ana')).map(({ what, appeal }) => [what, appeal?.text])).toEqual([
      ['AppealLodged', plea],
      ['AppealDecided', null],
    ])
    const business = await seenBy('rosa')
    expect(appealsIn(business).map(({ what }) => what)).toEqual(['AppealDecided'])
    for (const hidden of [plea, ruling, '"ana"', '"lia"', said.notes])
      expect(JSON.stringify(business)).not.toContain(hidden)
  })

  it('stays sealed for the auditor', async () => {
    const auditor = await seenBy('zoe')
    expect(appealsIn(auditor).map(({ appeal }) => appeal?.text)).toEqual([null, null])
    for (const hidden of [plea, ruling]) expect(JSON.stringify(auditor)).not.toContain(hidden)
  })
})
