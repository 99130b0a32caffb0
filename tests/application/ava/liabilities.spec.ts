import { describe, expect, it } from 'vitest'
import { currentLiabilities, publishLiabilities } from '../../../application/ava/liabilities.ts'
import type { LiabilityTree, LiabilityTrees } from '../../../application/ava/ports.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

/** Trees of a company that owes ten AVA more each day. */
const scenario = () => {
  const app = inMemoryApplication()
  const made: LiabilityTree[] = []
  const liabilityTrees: LiabilityTrees = {
    latest: () => Promise.resolve(made.at(-1) ?? null),
    make: (date) => {
      const existing = made.find((tree) => tree.date === date)
      if (existing !== undefined) return Promise.resolve(existing)
      const total = 10 * (made.length + 1)
      made.push({ date, total, root: 'ab'.repeat(32), companyBalance: null })
      return liabilityTrees.make(date)
    },
    proofOf: () => Promise.resolve(null),
  }
  const context = { services: app.services, liabilityTrees }
  return {
    liabilityTrees,
    current: async () => unwrap(await currentLiabilities(context)()),
    publish: async () => unwrap(await publishLiabilities(context)()),
    later: app.later,
    published: async () =>
      (await app.events('LiabilitiesPublished')).map(({ date, total, root }) => [date, total, root]),
  }
}
const root = `0x${'ab'.repeat(32)}`

describe('D-54: what Garbo owes', () => {
  it('is recorded in the log once a day', async () => {
    const { publish, later, published } = scenario()
    await publish()
    await publish()
    later(1)
    await publish()
    expect(await published()).toEqual([
      ['2026-05-04', 10, root],
      ['2026-05-05', 20, root],
    ])
  })

  it('is made and recorded at the first request, and not again by later ones', async () => {
    const { current, later, published } = scenario()
    const first = await current()
    later(1)
    expect(await current()).toEqual(first)
    expect(await published()).toHaveLength(1)
  })

  it('is recorded by the next run if the process died before', async () => {
    const { publish, later, published, liabilityTrees } = scenario()
    await liabilityTrees.make('2026-05-04' as LiabilityTree['date'])
    later(1)
    await publish()
    expect((await published()).map(([date]) => date)).toEqual(['2026-05-04', '2026-05-05'])
  })
})
