import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exponential, simulateNode, type Station } from './node-model.ts'
import { predictions, readMeasured, renderTables } from './scale.ts'

const measured = readMeasured(readFileSync('docs/benchmarks.md', 'utf8'))

describe('the model of a node', () => {
  it.each(predictions(measured))('predicts $what within 25 %', ({ measured: value, predicted }) =>
    expect(Math.abs(predicted / value - 1)).toBeLessThan(0.25),
  )

  it('agrees with the theory of a single queue: at half load a request takes twice its own time', () => {
    const station: Station = { servers: 1, maxBatch: 1, serviceMs: (_, random) => exponential(10, random) }
    const { perSecond, p50Ms } = simulateNode({
      stations: [station],
      load: { perSecond: 50 },
      requests: 200_000,
      seed: 7,
    })
    // of an exponential response time with a mean of 20 ms
    expect(p50Ms / (20 * Math.LN2)).toBeCloseTo(1, 1)
    expect(perSecond / 50).toBeCloseTo(1, 1)
  })

  it('gives the same result for the same seed', () => {
    const run = (seed: number) =>
      simulateNode({
        stations: [{ servers: 2, maxBatch: 1, serviceMs: (_, random) => random() }],
        load: { callers: 5 },
        requests: 1_000,
        seed,
      })
    expect(run(3)).toEqual(run(3))
    expect(run(3)).not.toEqual(run(4))
  })
})

it('docs/scale.md has the tables of this model and of the current benchmarks', () => {
  const unpadded = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')
  const page = unpadded(readFileSync('docs/scale.md', 'utf8'))
  for (const table of renderTables(measured)) expect(page).toContain(unpadded(table))
  expect(page.replaceAll('\n', ' ')).toContain(`four processes reach ${measured.rateOfFour}× the rate of one`)
})
