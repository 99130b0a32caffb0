import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import type { StandInRequest } from './process.ts'

/** A stand-in with its log on disk, as a process that can be killed and started again on the same port. */
export interface PersistentStandIn {
  readonly port: number
  readonly connectionString: string
  /** Rejects if the process ends before it accepts connections. */
  readonly start: () => Promise<void>
  /** SIGKILL; resolves once the process is gone. */
  readonly kill: () => Promise<void>
  /** Stops it gracefully. */
  readonly stop: () => Promise<void>
  /** Every flush takes `ms` longer until the process ends. */
  readonly slowDownDisk: (ms: number) => Promise<void>
  /** Removes hidden events from the disk. */
  readonly scavenge: () => Promise<void>
}

const program = fileURLToPath(new URL('process.ts', import.meta.url))

export const startPersistentStandIn = async (folder: string): Promise<PersistentStandIn> => {
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  let child: ReturnType<typeof launch> | null = null
  const start = async () => {
    child = launch(folder, port)
    await child.ready
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ending = child
    child = null
    ending?.process.kill(signal)
    await ending?.exited
  }
  const ask = async (request: StandInRequest) => {
    if (child === null) throw new Error('the stand-in is not running')
    const answered = once(child.process, 'message')
    child.process.send(request)
    await answered
  }
  await start()
  return {
    port,
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    slowDownDisk: (diskDelayMs) => ask({ diskDelayMs }),
    scavenge: () => ask({ scavenge: true }),
  }
}

const launch = (folder: string, port: number) => {
  const process = fork(program, [folder, String(port)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] })
  let errors = ''
  process.stderr?.on('data', (data: Buffer) => (errors += data.toString()))
  const exited = once(process, 'exit')
  const ready = Promise.race([
    once(process, 'message'),
    exited.then(() => Promise.reject(new Error(`the stand-in could not start: ${errors}`))),
  ])
  return { process, exited, ready }
}
