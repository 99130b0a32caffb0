import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { eventRegistry } from '../../../application/event-registry.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { memoryKeyring, sealing } from '../../../infrastructure/keyring/keyring.ts'
import { inMemoryApplication, submitReviewIn, unwrap } from '../../support/application.ts'

const erasableApplication = () => {
  const keyring = memoryKeyring()
  return { keyring, app: inMemoryApplication({ sealing: sealing(keyring, eventRegistry) }) }
}
let scenario: ReturnType<typeof erasableApplication>
beforeEach(async () => {
  scenario = erasableApplication()
  await scenario.app.client('ana')
  await scenario.app.business('rosa')
  await scenario.app.moderator('mario')
})

describe('after an account is erased', () => {
  it('a moderator can still remove its review, and no text about the account is stored', async () => {
    const { app, keyring } = scenario
    const { reviewId } = await submitReviewIn(app, 'ana')
    unwrap(await keyring.erase('ana')())
    unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to: 'REMOVED', notes: 'Ana Rossi ha mentito' }))
    expect(await app.events('ReviewRemoved')).toMatchObject([{ reviewId, facts: '', notes: null }])
    const stored = unwrap(await app.store.readAll(null, 1_000)())
    expect(stored.filter(({ data }) => data.includes('mentito'))).toEqual([])
  })

  it('others cannot rate it', async () => {
    const { app, keyring } = scenario
    const scores = { overall: 5, punctuality: 9, kindness: 9, payment: 9, roomCondition: 9 }
    const stay = { stayType: 'leisure' as const, comment: 'Gentile' }
    const rateAna = (stayDate: Day) =>
      app.as('rosa', useCases.rateClient, { client: { accountId: 'ana' }, ...scores, ...stay, stayDate })
    unwrap(await rateAna('2026-05-01' as Day))
    unwrap(await keyring.erase('c-ana')())
    expect(await rateAna('2026-05-02' as Day)).toEqual(E.left({ type: 'SubjectErased', subject: 'c-ana' }))
  })
})
