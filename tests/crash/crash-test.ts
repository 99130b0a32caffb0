import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkConsistency } from './consistency-check.ts'
import { createLoadGenerator, type LoadGenerator } from './load-generator.ts'
import { startServerProcess } from './server-process.ts'

export interface CrashReport {
  readonly rounds: number
  readonly acknowledged: number
  readonly events: number
  readonly faults: readonly string[]
}

/** So many rounds of load cut short by kill -9, of Garbo and of Postgres in turn, at a random moment; then the verdict. */
export const runCrashTest = async (rounds: number, tell: (line: string) => void): Promise<CrashReport> => {
  const home = mkdtempSync(join(tmpdir(), 'garbo-crash-'))
  try {
    let victim = await startServerProcess(home)
    const crowd = await createLoadGenerator(victim.address)
    for (let round = 1; round <= rounds; round++) {
      const what = round % 2 === 1 ? 'garbo' : 'postgres'
      await runUnderLoad(crowd, victim.address, Math.random() * 1_500, () => victim.kill(what))
      victim = await startServerProcess(home)
      tell(`round ${round}: killed ${what}; ${crowd.acknowledged.size} acknowledged so far`)
    }
    await runUnderLoad(crowd, victim.address, 500, () => Promise.resolve())
    await victim.stop()
    // the last reactions may not have been written when it stopped: a start, and it catches up
    victim = await startServerProcess(home)
    await waitUntilIdle(victim.address)
    await victim.stop()
    return { rounds, acknowledged: crowd.acknowledged.size, ...(await checkConsistency(home, crowd)) }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** The end comes `ms` after the first answers, so that there is something to lose. */
const runUnderLoad = async (crowd: LoadGenerator, address: string, ms: number, end: () => Promise<void>) => {
  const enough = new AbortController()
  const before = crowd.acknowledged.size
  const pushing = crowd.run(address, enough.signal)
  for (let tries = 0; tries < 600 && crowd.acknowledged.size < before + 10; tries++) await pause(50)
  await pause(ms)
  await end()
  enough.abort()
  await pushing
}

/** Ready twice in a row with a pause between: nothing is written any more. */
const waitUntilIdle = async (address: string) => {
  for (let calm = 0, last = ''; calm < 3;) {
    await pause(500)
    const metrics = await (await fetch(`${address}/readyz`)).text()
    calm = metrics === last && metrics.includes('"ready":true') ? calm + 1 : 0
    last = metrics
  }
}
