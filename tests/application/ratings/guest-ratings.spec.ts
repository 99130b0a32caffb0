import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'
import { ratingOf } from '../../support/ratings/rating-inputs.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(() => {
  app = inMemoryApplication()
})

describe('a business that rates clients', () => {
  it('Q-44: rates a client once per stay', async () => {
    await app.business('rosa')
    await app.client('ana')
    unwrap(await app.as('rosa', useCases.rateClient, ratingOf('ana', '2026-05-01')))
    unwrap(await app.as('rosa', useCases.rateClient, ratingOf('ana', '2026-05-02')))
    expect(await app.as('rosa', useCases.rateClient, ratingOf('ana', '2026-05-02'))).toMatchObject(
      E.left({ rejection: { type: 'AlreadyRated' } }),
    )
  })

  it('Q-90: can name by id only clients it has rated', async () => {
    await app.business('rosa')
    await app.client('ana')
    const byId = { ...ratingOf('', '2026-05-03'), client: { clientId: 'c-ana' } }
    expect(await app.as('rosa', useCases.rateClient, byId)).toMatchObject(
      E.left({ rejection: { type: 'ClientUnknown' } }),
    )
    unwrap(await app.as('rosa', useCases.rateClient, ratingOf('ana', '2026-05-01')))
    unwrap(await app.as('rosa', useCases.rateClient, byId))
  })
})
