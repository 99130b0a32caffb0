import { describe, expect, it } from 'vitest'
import { runChaosTest } from './chaos-test.ts'

const once = { timeout: 600_000, retry: 0 }

describe.each([
  { log: 'postgres', workersLost: 1 },
  { log: 'eventstoredb', workersLost: 0 },
] as const)('when processes and stores fail under load, with the log in $log,', ({ log, workersLost }) => {
  it('nothing is lost, duplicated or wrong, readers are taken over, and no restart is needed', once, async () => {
    const seed = Date.now() % 1_000_000
    const options = { rounds: 2, seed, log, databaseTimeoutSeconds: 4, workersLost }
    const report = await runChaosTest({ ...options, print: () => undefined })
    // How long recoveries took is judged by `npm run chaos`, on a machine that does nothing else.
    expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] })
    expect(report.acknowledged).toBeGreaterThan(0)
    expect(new Set(report.takeovers.map(({ what }) => what)).size).toBe(workersLost * 3)
  })
})
