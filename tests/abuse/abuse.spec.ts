import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGarbo } from '../support/test-garbo.ts'
import { schemes } from './schemes.ts'
import { productionRules, townOf } from './town.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo(productionRules)
})
afterAll(() => garbo.stop())

describe('under the rules of production, nothing is earned by', () => {
  it.each(schemes.map(({ name, plan, play }, n) => ({ name, plan, play, n })))('$name: $plan', async ({ play, n }) => {
    const town = townOf(garbo, `s${n}`)
    expect(await play(town)).toEqual([])
    expect(town.cost.requests).toBeGreaterThan(0)
  })
})

it('without the rules of production, an Elite ring would pay, so that the schemes can tell', async () => {
  const lenient = await startTestGarbo()
  try {
    const ring = schemes.find(({ name }) => name === 'Elite ring')
    expect(await ring?.play(townOf(lenient, 'ring'))).toEqual(['the cross-provider discount', 'elite'])
  } finally {
    await lenient.stop()
  }
})
