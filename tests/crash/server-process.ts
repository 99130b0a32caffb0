import { fork } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from '../../infrastructure/composition/config.ts'
import { startEmbeddedPostgres } from '../../infrastructure/postgres/embedded/embedded-postgres.ts'

export interface ServerProcess {
  /** Of the API, or of the health endpoints of a worker. */
  readonly address: string
  readonly signal: (signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT') => void
  /** Resolves to the exit code; null if a signal ended it. */
  readonly exited: Promise<number | null>
  /** Stops it gracefully; resolves to the exit code. */
  readonly stop: () => Promise<number | null>
}

interface ServerOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** A module to import first. */
  readonly preload?: string
}

const serverProgram = fileURLToPath(new URL('server.ts', import.meta.url))

/** Lets the load write more reviews and ratings than the rules allow. */
const noRuleLimits = {
  REVIEW_INTERVAL_DAYS: '0',
  RATING_COUNTS_EVERY_DAYS: '0',
  RATING_STAY_MAX_DAYS: '3650',
  RATINGS_PER_VENUE_DAY: '10000',
  NEW_CLIENTS_PER_DAY: '10000',
  REVIEWS_COUNTED_PER_DAY: '10000',
}

/** Starts Garbo without the web app and rate limits, and waits until it is ready. */
export const startServer = async ({ env, preload }: ServerOptions): Promise<ServerProcess> => {
  const child = fork(serverProgram, {
    env: { ...process.env, PORT: '0', NODE_ENV: 'test', LOG_LEVEL: 'silent', ...noRuleLimits, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: preload === undefined ? [] : ['--import', preload],
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const address = await Promise.race([
    once(child, 'message').then(([message]) => (message as { readonly address: string }).address),
    exited.then((code) => Promise.reject(new Error(`Garbo exited with ${code} before it was ready`))),
  ])
  await waitUntilReady(address)
  return {
    address,
    signal: (signal) => void child.kill(signal),
    exited,
    stop: () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** A module that shifts the clock of its process. */
export const wrongClock = (offsetMs: number): string =>
  `data:text/javascript,${encodeURIComponent(`
    const RightDate = Date
    const now = () => RightDate.now() + ${offsetMs}
    globalThis.Date = class extends RightDate {
      constructor(...parts) { parts.length === 0 ? super(now()) : super(...parts) }
      static now() { return now() }
    }`)}`

/** Starts Garbo on a data folder, with its embedded Postgres. */
export const startServerOn = async (home: string, settings: ServerOptions['env'] = {}) => {
  const server = await startServer({ env: { GARBO_HOME: home, ...settings } })
  return {
    ...server,
    /** Sends SIGKILL to Garbo or to all processes of its Postgres; resolves when Garbo has exited. */
    kill: async (what: 'garbo' | 'postgres'): Promise<void> => {
      if (what === 'garbo') server.signal('SIGKILL')
      else killPostgres(join(home, 'postgres'))
      await server.exited
    },
  }
}

interface OwnServer {
  /** Address and configuration, as the operator's commands need them. */
  readonly garbo: { readonly address: string; readonly config: Config }
  /** For further files. */
  readonly folder: string
}

/** Runs with a Garbo and a Postgres that exist only for this. `envIn` returns further settings. */
export const withOwnServer = async (
  name: string,
  { envIn, preload }: Pick<ServerOptions, 'preload'> & { readonly envIn: (folder: string) => ServerOptions['env'] },
  run: (server: OwnServer) => Promise<void>,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), `garbo-${name}-`))
  // Postgres may run as another user.
  chmodSync(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ dir: join(folder, 'pg'), password: name })
  try {
    const env = { DATABASE_URL: postgres.url, GARBO_MASTER_KEY: randomBytes(32).toString('base64'), NODE_ENV: 'test' }
    const server = await startServer({
      env: { ...env, GARBO_HOME: join(folder, 'home'), ...envIn(folder) },
      ...(preload !== undefined && { preload }),
    })
    await run({ garbo: { address: server.address, config: readConfig(env) }, folder })
    await server.stop()
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Resolves once the process has answered that it is ready. */
export const waitUntilReady = async (address: string): Promise<void> => {
  let reasons: readonly string[] = []
  for (const until = performance.now() + readyTimeoutMs; performance.now() < until; await pause(100)) {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    if (response?.ok) return
    const body = (await response?.json().catch(() => null)) as { readonly reasons?: readonly string[] } | null
    reasons = body?.reasons ?? ['there is no response']
  }
  throw new Error(`Garbo did not become ready: ${reasons.join('; ')}`)
}

const readyTimeoutMs = 60_000

/** Kills all processes of the Postgres that runs on the data folder; the postmaster first, so that it restarts none. */
export const killPostgres = (dataFolder: string): void => {
  const postmaster = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean)
  process.kill(postmaster, 'SIGKILL')
  for (const child of children)
    try {
      process.kill(Number(child), 'SIGKILL')
    } catch {
      // already exited with its parent
    }
}
