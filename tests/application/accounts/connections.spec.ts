import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { ContributionCounted } from '../../../domain/ava/wallet-state.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { executeAsTimer, runOrThrow } from '../../../application/jobs.ts'
import { venueProbation } from '../../../domain/rewards/venue-probation.ts'
import { inMemoryApplication, submitReviewIn, testRuleSettings, unwrap } from '../../support/application.ts'
import { payoutScenario } from '../../support/ava/payout-scenario.ts'
import { ratingOf } from '../../support/ratings/rating-inputs.ts'
import { reviewOf } from '../../support/reviews/review-inputs.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(() => {
  app = inMemoryApplication()
})

const phone = '+39 333 7654321'
const refused = E.left({ type: 'Rejected', rejection: { type: 'ConnectedAccounts' } })

describe('connected accounts (Q-123)', () => {
  it('do not review one another', async () => {
    await app.business('rosa', { phone })
    await app.client('ana', { phone: '333 765 4321' })
    expect(await app.as('ana', useCases.submitReview, reviewOf('rosa'))).toEqual(refused)
    expect(await app.events('ReviewSubmitted')).toEqual([])
  })

  it('do not rate one another', async () => {
    await app.business('rosa', { phone })
    await app.client('ana', { phone })
    expect(await app.as('rosa', useCases.rateClient, ratingOf('ana', '2026-05-02'))).toEqual(refused)
  })

  it('are recognised by their mailbox, once it is confirmed', async () => {
    await app.business('mario', { email: 'mario.rossi@gmail.com' })
    await app.client('ana', { email: 'MarioRossi+hotel@gmail.com', confirmed: false })
    expect(await app.events('IdentifierAdded')).toMatchObject([{ accountId: 'mario', kind: 'mailbox' }])
    await app.confirm('ana')
    expect(await app.as('mario', useCases.rateClient, ratingOf('ana', '2026-05-02'))).toEqual(refused)
  })

  it('with the same mailbox review a target once; a shared telephone number does not matter (D-39)', async () => {
    await app.business('rosa')
    await app.client('ana', { email: 'ana.verdi@gmail.com', phone })
    await app.client('anna', { email: 'anaverdi+2@gmail.com' })
    await app.client('luca', { phone })
    const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    expect(await app.as('anna', useCases.submitReview, reviewOf('rosa'))).toMatchObject(
      E.left({ rejection: { type: 'ReviewedFromOtherAccount' } }),
    )
    unwrap(await app.as('luca', useCases.submitReview, reviewOf('rosa')))
    app.later(400)
    expect(await app.as('anna', useCases.submitReview, reviewOf('rosa'))).toMatchObject(
      E.left({ rejection: { type: 'ReviewedFromOtherAccount' } }),
    )
    expect((await app.events('ReviewSubmitted'))[0]?.reviewId).toBe(reviewId)
  })

  it('count as one guest for the AVA of the venue that rates them (D-40)', async () => {
    await app.business('rosa')
    for (let n = 0; n < 12; n++) {
      await app.client(`ana${n}`, { email: `farm+${n}@gmail.com` })
      unwrap(await app.as('rosa', useCases.rateClient, ratingOf(`ana${n}`, '2026-05-02')))
    }
    expect(await app.events(ContributionCounted.type)).toHaveLength(1)
  })

  it('count as one venue for cross and elite', async () => {
    await app.client('ana')
    const venues = Array.from({ length: 12 }, (_, n) => `venue${n}`)
    for (const venue of venues) {
      await app.business(venue, { phone })
      unwrap(await app.as(venue, useCases.rateClient, { ...ratingOf('ana', '2026-05-02'), overall: 5 }))
    }
    expect(await app.events('CrossProviderDiscountActivated')).toEqual([])
    expect(await app.events('EliteBonusGranted')).toEqual([])
    expect(new Set((await app.events('StarsCounted')).map(({ countsAs }) => countsAs))).toEqual(new Set(['venue0']))
  })

  it('count as one reporter: only the first flag has weight', async () => {
    await app.client('vittima')
    const { reviewId } = await submitReviewIn(app, 'vittima')
    const weights = []
    for (const reporter of ['uno', 'due', 'tre']) {
      await app.client(reporter, { phone })
      await submitReviewIn(app, reporter)
      const flag = { flagId: randomUUID(), reviewId, reason: 'FAKE', note: null } as const
      unwrap(await app.as(reporter, useCases.flagReview, flag))
      weights.push((await app.events('ReviewFlagged')).at(-1)?.weight)
    }
    expect(weights).toEqual([100, 0, 0])
  })
})

describe('a payout address that a guest used before (Q-123)', () => {
  const scenario = async () => {
    const payouts = payoutScenario()
    const { app: garbo, run, setAddress, testChain } = payouts
    await garbo.client('ana')
    const address = testChain.newAddress()
    await run('ana', setAddress('ana', address))
    await run('ana', setAddress('ana', testChain.newAddress()))
    await payouts.earner('rosa', 12)
    await run('rosa', setAddress('rosa', address))
    await testChain.give(12)
    const pay = async () => {
      unwrap(await payouts.payOut())
      await testChain.mine(2)
      unwrap(await payouts.continuePayOut())
    }
    return { ...payouts, pay }
  }

  it('connects the venue that takes it on, from its first payout to it on', async () => {
    const { app: garbo, pay } = await scenario()
    unwrap(await garbo.as('rosa', useCases.rateClient, ratingOf('ana', '2026-05-01')))
    await pay()
    expect(await garbo.as('rosa', useCases.rateClient, ratingOf('ana', '2026-05-02'))).toEqual(refused)
    expect(await garbo.as('ana', useCases.submitReview, reviewOf('rosa'))).toEqual(refused)
    const before = await garbo.log()
    await garbo.catchUp()
    expect(await garbo.log()).toEqual(before)
  })

  it('connects it also if the address is changed while the payout is in progress', async () => {
    const { app: garbo, payOut, continuePayOut, run, setAddress, testChain } = await scenario()
    unwrap(await payOut())
    await run('rosa', setAddress('rosa', testChain.newAddress()))
    await testChain.mine(2)
    unwrap(await continuePayOut())
    expect(await garbo.as('rosa', useCases.rateClient, ratingOf('ana', '2026-05-02'))).toEqual(refused)
  })

  it('does not silence the guest if the venue merely enters it', async () => {
    const { app: garbo } = await scenario()
    unwrap(await garbo.as('ana', useCases.submitReview, reviewOf('rosa')))
  })
})

describe('a new venue (Q-123)', () => {
  const probationDays = 14
  beforeEach(() => {
    app = inMemoryApplication({ rewards: { ...testRuleSettings.rewards, venueCountsAfterDays: probationDays } })
  })
  const rateByFive = async () => {
    await app.client('ana')
    for (const venue of ['a1', 'a2', 'a3', 'a4', 'a5']) {
      await app.business(venue)
      unwrap(await app.as(venue, useCases.rateClient, { ...ratingOf('ana', '2026-05-02'), overall: 5 }))
    }
  }
  const endProbation = (businessId: string) => {
    const command = { type: 'EndVenueProbation', businessId, at: app.now() } as const
    return runOrThrow(executeAsTimer(app.services, venueProbation, businessId, command))
  }

  it('raises the average and the tier at once, but neither cross nor elite', async () => {
    await rateByFive()
    expect(await app.events('TierChanged')).toMatchObject([{ to: 'trusted' }, { to: 'top' }])
    expect(await app.events('CrossProviderDiscountActivated')).toEqual([])
  })

  it('counts for both once it has been confirmed for two weeks', async () => {
    await rateByFive()
    app.later(probationDays)
    for (const venue of ['a1', 'a2', 'a3', 'a4']) await endProbation(venue)
    expect(await app.events('CrossProviderDiscountActivated')).toEqual([])
    await endProbation('a5')
    expect(await app.events('CrossProviderDiscountActivated')).toHaveLength(1)
    await endProbation('a5')
    expect(await app.events('VenueProbationEnded')).toHaveLength(5)
  })
})

describe('an established reporter (Q-124)', () => {
  const flagAs = async (reporter: string, reviewId: string) => {
    const flag = { flagId: randomUUID(), reviewId, reason: 'FAKE', note: null } as const
    unwrap(await app.as(reporter, useCases.flagReview, flag))
    return (await app.events('ReviewFlagged')).at(-1)?.weight
  }
  const reviewOfRosa = async () => {
    await app.business('rosa', { phone })
    await app.client('vittima')
    return unwrap(await app.as('vittima', useCases.submitReview, reviewOf('rosa'))).reviewId
  }

  it('is nobody who met only the venue whose review is flagged', async () => {
    const reviewId = await reviewOfRosa()
    await app.client('amico')
    unwrap(await app.as('rosa', useCases.rateClient, ratingOf('amico', '2026-05-02')))
    expect(await flagAs('amico', reviewId)).toBe(0)
  })

  it('is nobody who met only venues connected with it', async () => {
    const reviewId = await reviewOfRosa()
    await app.client('amico')
    await app.business('sorella', { phone })
    unwrap(await app.as('sorella', useCases.rateClient, ratingOf('amico', '2026-05-02')))
    expect(await flagAs('amico', reviewId)).toBe(0)
    await app.business('altra')
    unwrap(await app.as('amico', useCases.submitReview, reviewOf('altra')))
    await app.client('nuova')
    expect(await flagAs('nuova', reviewId)).toBe(0)
  })

  it('is anybody who met an independent venue', async () => {
    const reviewId = await reviewOfRosa()
    await app.client('ospite')
    await submitReviewIn(app, 'ospite')
    expect(await flagAs('ospite', reviewId)).toBe(100)
  })

  it('is nobody who met only venues that are too new to count', async () => {
    app = inMemoryApplication({ rewards: { ...testRuleSettings.rewards, venueCountsAfterDays: 14 } })
    const reviewId = await reviewOfRosa()
    await app.client('ospite')
    await submitReviewIn(app, 'ospite')
    expect(await flagAs('ospite', reviewId)).toBe(0)
  })
})
