import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGarbo } from '../support/test-garbo.ts'
import { aftermathFaults } from './aftermath.ts'
import { fuzz, type FuzzReport } from './fuzz.ts'
import { fuzzedSettings } from './world.ts'

const requests = 300
let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let report: FuzzReport
beforeAll(async () => {
  garbo = await startTestGarbo(fuzzedSettings)
  report = await fuzz(garbo, { seed: 1, requests, worldSize: requests, print: () => undefined })
}, 400_000)
afterAll(() => garbo.stop())

it('Q-130: the valid requests that others differ from are accepted, except those that no state makes valid', () =>
  expect(report.rejectedExamples).toEqual([]))

it('Q-130: no request that differs from a valid one in one place fails on the server', () => {
  expect(report.faults).toEqual([])
  expect(Object.values(report.statuses).reduce((sum, count) => sum + count, 0)).toBe(requests)
})

it('Q-130: such requests do change things, and others are rejected', () => {
  const [accepted = 0, rejected = 0] = [report.statuses[201], report.statuses[400]]
  expect(accepted).toBeGreaterThan(0)
  expect(rejected).toBeGreaterThan(0)
})

it('Q-130: afterwards no event is set aside, no mail given up, and the log verifies', async () => {
  expect(await aftermathFaults(garbo)).toEqual([])
}, 120_000)
