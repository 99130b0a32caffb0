import { expect, it } from 'vitest'
import { runChaosTest } from './chaos-test.ts'

it('nothing is lost, duplicated or wrong, and no restart is needed, when processes and stores fail under load', async () => {
  const seed = Date.now() % 1_000_000
  const report = await runChaosTest({ rounds: 4, seed, databaseTimeoutSeconds: 4, print: () => undefined })
  expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] })
  expect(report.acknowledged).toBeGreaterThan(0)
}, 600_000)
