import { describe, expect, it } from 'vitest'
import { runChaosTest } from './chaos-test.ts'
import { lateTakeovers, slowRecoveries } from './report.ts'

describe.each([
  { log: 'postgres', workersLost: 1 },
  { log: 'eventstoredb', workersLost: 0 },
] as const)('when processes and stores fail under load, with the log in $log,', ({ log, workersLost }) => {
  it('nothing is lost, duplicated or wrong, writes and readers recover in time, and no restart is needed', async () => {
    const seed = Date.now() % 1_000_000
    const options = { rounds: 2, seed, log, databaseTimeoutSeconds: 4, workersLost }
    const report = await runChaosTest({ ...options, print: () => undefined })
    const slow = slowRecoveries(report)
    const late = lateTakeovers(report)
    expect({ seed, faults: report.faults, slow, late }).toEqual({ seed, faults: [], slow: [], late: [] })
    expect(report.acknowledged).toBeGreaterThan(0)
    expect(new Set(report.takeovers.map(({ what }) => what)).size).toBe(workersLost * 3)
  }, 600_000)
})
