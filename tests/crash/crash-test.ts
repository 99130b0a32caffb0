import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackgroundTask } from '../../web/api/server-context.ts'
import { checkConsistency } from './consistency-check.ts'
import { createLoadGenerator, type LoadGenerator } from './load-generator.ts'
import { startServerOn } from './server-process.ts'

export interface CrashReport {
  readonly rounds: number
  readonly acknowledged: number
  readonly events: number
  readonly faults: readonly string[]
}

/** Kills Garbo and Postgres alternately, at random moments under load, then checks that nothing is lost or duplicated. */
export const runCrashTest = async (rounds: number, print: (line: string) => void): Promise<CrashReport> => {
  const home = mkdtempSync(join(tmpdir(), 'garbo-crash-'))
  let server = await startServerOn(home)
  try {
    const load = await createLoadGenerator(server.address)
    for (let round = 1; round <= rounds; round++) {
      const what = round % 2 === 1 ? 'garbo' : 'postgres'
      await runUnderLoad(load, server.address, Math.random() * 1_500, () => server.kill(what))
      server = await startServerOn(home)
      print(`round ${round}: killed ${what}; ${load.acknowledged.size} acknowledged so far`)
    }
    await runUnderLoad(load, server.address, 500, () => Promise.resolve())
    await server.stop()
    // policies may not have reacted to the last events before the stop; they catch up after a restart
    server = await startServerOn(home)
    await waitUntilIdle(server.address)
    await server.stop()
    return { rounds, acknowledged: load.acknowledged.size, ...(await checkConsistency({ GARBO_HOME: home }, load)) }
  } finally {
    server.signal('SIGKILL')
    await server.exited
    rmSync(home, { recursive: true, force: true })
  }
}

/** Calls `end` `ms` milliseconds after the first acknowledgements. */
const runUnderLoad = async (load: LoadGenerator, address: string, ms: number, end: () => Promise<void>) => {
  const stopping = new AbortController()
  const before = load.acknowledged.size
  const running = load.run([address], stopping.signal)
  for (let tries = 0; tries < 600 && load.acknowledged.size < before + 10; tries++) await pause(50)
  await pause(ms)
  await end()
  stopping.abort()
  await running
}

/** Resolves once every projection and policy has read all events and nothing is left to deliver, three times in a row. */
export const waitUntilIdle = async (address: string): Promise<void> => {
  const until = performance.now() + idleTimeoutMs
  for (let idle = 0, behind: readonly string[] = []; idle < 3; idle = behind.length === 0 ? idle + 1 : 0) {
    if (performance.now() > until) throw new Error(`Garbo did not catch up: ${behind.join(', ')}`)
    await pause(500)
    const { tasks } = (await (await fetch(`${address}/readyz`)).json()) as { readonly tasks: readonly BackgroundTask[] }
    if (tasks.length === 0) throw new Error('/readyz shows no background tasks')
    behind = tasks.filter((task) => hasWork(task)).map(({ name, lagEvents }) => `${name} (${lagEvents})`)
  }
}

const idleTimeoutMs = 120_000

const hasWork = ({ name, lagEvents }: BackgroundTask): boolean => lagEvents !== 0 && !name.startsWith('timer:')
