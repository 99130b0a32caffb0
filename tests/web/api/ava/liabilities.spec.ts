import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import { earnAva } from '../../../support/ava/earned-ava.ts'
import { rootOf } from '../../../support/ava/liability-proof.ts'
import { signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: Awaited<ReturnType<typeof signUpClientWithId>>
let bea: Awaited<ReturnType<typeof signUpClientWithId>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  ana = await signUpClientWithId(garbo, 'ana')
  bea = await signUpClientWithId(garbo, 'bea')
  await earnAva(garbo.config, ana.id, 12)
})
afterAll(() => garbo.stop())

const proofOf = async ({ browser }: typeof ana) =>
  endpoints.liabilityProof.response.parse((await browser.get('/api/ava/proof')).body)

describe('D-54: the proof of what Garbo owes', () => {
  it('is made at the first request: everyone finds their balance in the published total', async () => {
    const balance = async () => ((await ana.browser.get('/api/ava/profile')).body as { avaBalance: number }).avaBalance
    await expect.poll(balance, { timeout: 15_000 }).toBe(12)
    const published = endpoints.liabilities.response.parse((await bea.browser.get('/api/audit/liabilities')).body)
    expect(published).toMatchObject({ total: 12, companyBalance: null })
    const proofs = [await proofOf(ana), await proofOf(bea)]
    expect(proofs.map(({ leaf }) => leaf.sum)).toEqual([12, 0])
    for (const proof of proofs) {
      expect(proof).toMatchObject({ date: published.date, root: published.root, total: 12 })
      expect(rootOf(proof)).toEqual({ hash: published.root, sum: 12 })
    }
  })

  it('is in the log, where checkpoints cover it', async () => {
    const { root } = await proofOf(ana)
    const { rows } = await garbo.database.pool.query<{ data: string }>(
      "select e.data from log.events e join log.types t using (type_no) where t.name = 'LiabilitiesPublished'",
    )
    expect(rows.map(({ data }) => (JSON.parse(data) as { root: string }).root)).toEqual([`0x${root}`])
  })

  it('has those who registered since from the next night on', async () => {
    const carla = await signUpClientWithId(garbo, 'carla')
    expect(await carla.browser.get('/api/ava/proof')).toMatchObject({
      status: 404,
      body: { code: 'BalanceNotYetCounted' },
    })
  })

  it.each(['/api/audit/liabilities', '/api/ava/proof'])('is for signed-in users only: %s', async (path) =>
    expect((await garbo.visitor().get(path)).status).toBe(401),
  )
})
