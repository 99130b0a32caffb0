import { describe, expect, it } from 'vitest'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { venueDisputes } from '../../../projections/reviews/disputes.ts'
import { unwrap } from '../../support/application.ts'
import { appealScenario } from '../../support/moderation/appeal-scenario.ts'

describe('the public record of a business’s disputes', () => {
  it('shows the current outcome: an appeal changes it, a second one changes it back', async () => {
    const { app, decideFirst, appealAll, decide } = await appealScenario()
    const record = async () => foldInMemory(venueDisputes, await app.log()).get('rosa')
    const opened = { businessId: 'rosa', reviews: 1, opened: 1, voided: 0 }
    await decideFirst('a dispute rejected')
    expect(await record()).toEqual({ ...opened, won: 0, lost: 1 })
    await appealAll()
    expect(await record()).toEqual({ ...opened, won: 0, lost: 1 })
    unwrap(await decide('lia', 'OVERTURNED'))
    expect(await record()).toEqual({ ...opened, won: 1, lost: 0 })
    await appealAll()
    unwrap(await decide('nina', 'OVERTURNED'))
    expect(await record()).toEqual({ ...opened, won: 0, lost: 1 })
  })
})
