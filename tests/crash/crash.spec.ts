import { expect, it } from 'vitest'
import { runCrashTest } from './crash-test.ts'

const once = { timeout: 300_000, retry: 0 }

it(
  'nothing is lost or duplicated, and no checkpoint taken back, when Garbo and Postgres are killed under load',
  once,
  async () => {
    const report = await runCrashTest(3, () => undefined)
    expect(report.faults).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(0)
    expect(report.checkpoints).toBeGreaterThan(0)
  },
)
