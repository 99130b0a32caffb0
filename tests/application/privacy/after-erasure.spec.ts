import { beforeEach, describe, expect, it } from 'vitest'
import { catalogue } from '../../../application/catalogue.ts'
import { capabilities } from '../../../application/capabilities.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { memoryKeyring } from '../../../infrastructure/keyring/memory-keyring.ts'
import { sealing } from '../../../infrastructure/keyring/sealing.ts'
import { application, right } from '../../support/application.ts'
import { writtenIn } from '../../support/reviewing.ts'

const keys = () => {
  const keyring = memoryKeyring()
  return { keyring, app: application({ sealing: sealing(keyring, catalogue) }) }
}
let house: ReturnType<typeof keys>
beforeEach(async () => {
  house = keys()
  await house.app.client('ana')
  await house.app.business('rosa')
  await house.app.moderator('mario')
})

describe('after an account is erased', () => {
  it('a moderator can still remove its review, and no text about the account is stored', async () => {
    const { app, keyring } = house
    const { reviewId } = await writtenIn(app, 'ana')
    right(await keyring.erase('ana')())
    right(
      await app.as('mario', capabilities.moderateReview, { reviewId, to: 'REMOVED', notes: 'Ana Rossi ha mentito' }),
    )
    expect(await app.events('ReviewRemoved')).toMatchObject([{ reviewId, facts: '', notes: null }])
    const stored = right(await app.store.readAll(null, 1_000)())
    expect(stored.filter(({ data }) => data.includes('mentito'))).toEqual([])
  })

  it('others cannot rate it', async () => {
    const { app, keyring } = house
    const scores = { overall: 5, punctuality: 9, kindness: 9, payment: 9, roomCondition: 9 }
    const stay = { stayType: 'leisure' as const, comment: 'Gentile' }
    const rates = (stayDate: Day) =>
      app.as('rosa', capabilities.rateClient, { client: { accountId: 'ana' }, ...scores, ...stay, stayDate })
    right(await rates('2026-05-01' as Day))
    right(await keyring.erase('c-ana')())
    expect(await rates('2026-05-02' as Day)).toEqual(E.left({ type: 'SubjectErased', subject: 'c-ana' }))
  })
})
