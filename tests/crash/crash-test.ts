import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackgroundTask } from '../../web/api/server-context.ts'
import { checkConsistency } from './consistency-check.ts'
import { createLoadGenerator, type LoadGenerator } from './load-generator.ts'
import { startServerOn } from './server-process.ts'
import { crashWitness, witnessSettings } from './witness-process.ts'

export interface CrashReport {
  readonly rounds: number
  readonly acknowledged: number
  /** How often the witness was shown a checkpoint. */
  readonly checkpoints: number
  readonly events: number
  readonly faults: readonly string[]
}

/**
 * Kills Garbo, or its Postgres, and a witness at random moments under load, then checks that nothing is lost or duplicated
 * and that no checkpoint the witness was shown has been taken back.
 */
export const runCrashTest = async (rounds: number, print: (line: string) => void): Promise<CrashReport> => {
  const home = mkdtempSync(join(tmpdir(), 'garbo-crash-'))
  const witnessFolder = mkdtempSync(join(tmpdir(), 'garbo-crash-witness-'))
  const witness = crashWitness(witnessFolder)
  const start = () => startServerOn(home, witnessSettings)
  let server = await start()
  let witnessing = witness.start(server.address)
  try {
    const load = await createLoadGenerator(server.address)
    for (let round = 1; round <= rounds; round++) {
      const what = round % 2 === 1 ? 'garbo' : 'postgres'
      await runUnderLoad(load, server.address, Math.random() * 1_500, () => server.kill(what))
      await witnessing.end(round % 3 === 0 ? 'SIGTERM' : 'SIGKILL')
      server = await start()
      witnessing = witness.start(server.address)
      print(`round ${round}: killed ${what}; ${load.acknowledged.size} acknowledged so far`)
    }
    await runUnderLoad(load, server.address, 500, () => Promise.resolve())
    await witnessing.end('SIGTERM')
    await server.stop()
    // policies may not have reacted to the last events before the stop; they catch up after a restart
    server = await start()
    witnessing = witness.start(server.address)
    await waitUntilIdle(server.address)
    await witnessing.end('SIGTERM')
    await server.stop()
    const shown = witness.shown()
    const { events, faults } = await checkConsistency({ GARBO_HOME: home }, load, shown)
    const allFaults = [...faults, ...witness.refusals]
    return { rounds, acknowledged: load.acknowledged.size, checkpoints: shown.length, events, faults: allFaults }
  } finally {
    server.signal('SIGKILL')
    await server.exited
    await witnessing.end('SIGKILL')
    for (const folder of [home, witnessFolder]) rmSync(folder, { recursive: true, force: true })
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
