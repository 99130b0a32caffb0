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

/** Kills Garbo and Postgres alternately, at random moments under load, then checks that nothing is lost or duplicated. */
export const runCrashTest = async (rounds: number, print: (line: string) => void): Promise<CrashReport> => {
  const home = mkdtempSync(join(tmpdir(), 'garbo-crash-'))
  try {
    let server = await startServerProcess(home)
    const load = await createLoadGenerator(server.address)
    for (let round = 1; round <= rounds; round++) {
      const what = round % 2 === 1 ? 'garbo' : 'postgres'
      await runUnderLoad(load, server.address, Math.random() * 1_500, () => server.kill(what))
      server = await startServerProcess(home)
      print(`round ${round}: killed ${what}; ${load.acknowledged.size} acknowledged so far`)
    }
    await runUnderLoad(load, server.address, 500, () => Promise.resolve())
    await server.stop()
    // policies may not have reacted to the last events before the stop; they catch up after a restart
    server = await startServerProcess(home)
    await waitUntilIdle(server.address)
    await server.stop()
    return { rounds, acknowledged: load.acknowledged.size, ...(await checkConsistency(home, load)) }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Calls `end` `ms` milliseconds after the first acknowledgements. */
const runUnderLoad = async (load: LoadGenerator, address: string, ms: number, end: () => Promise<void>) => {
  const stopping = new AbortController()
  const before = load.acknowledged.size
  const running = load.run(address, stopping.signal)
  for (let tries = 0; tries < 600 && load.acknowledged.size < before + 10; tries++) await pause(50)
  await pause(ms)
  await end()
  stopping.abort()
  await running
}

/** Resolves when `/readyz` has been ready and unchanged three times in a row. */
const waitUntilIdle = async (address: string) => {
  for (let unchanged = 0, last = ''; unchanged < 3;) {
    await pause(500)
    const readiness = await (await fetch(`${address}/readyz`)).text()
    unchanged = readiness === last && readiness.includes('"ready":true') ? unchanged + 1 : 0
    last = readiness
  }
}
