import { setTimeout as pause } from 'node:timers/promises'
import { canonicalPath, lockHolder, type MachineLock, tryLock } from '../../machine-lock.ts'
import { OperatorError } from '../../operator-error.ts'
import { initialiseFolder, stopOrphan } from './data-folder.ts'
import { type Binaries, chooseRunAs, loadBinaries } from './programs.ts'
import { type Server, startServer } from './server.ts'

export interface EmbeddedPostgres {
  /** `postgresql://…` of the default database. */
  readonly url: string
  readonly pid: number
  /** Resolves with the last log output when the server exits for any reason. */
  readonly ended: Promise<string>
  readonly stop: () => Promise<void>
}

export interface EmbeddedOptions {
  /** Data folder, created if absent. */
  readonly dir: string
  /** Password of user `garbo`, set when the folder is created. */
  readonly password: string
  /** Defaults to a free port. */
  readonly port?: number
  /** Server settings as `name=value`. */
  readonly settings?: readonly string[]
}

/**
 * Starts an embedded Postgres on `dir`, reachable by TCP on 127.0.0.1 only. It exits with the thread that started it,
 * even after SIGKILL (on Linux the kernel sends it SIGINT). A server left by a crashed Garbo is stopped first; if
 * another Garbo is running on the folder, this start is refused. As root, it runs as the folder's owner or as the user
 * `postgres`, created if missing.
 */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const dir = canonicalPath(options.dir)
  const programs = await loadBinaries()
  const lock = await lockFolder(dir)
  try {
    const server = await startOn(programs, dir, options)
    void server.ended.then(() => lock.release())
    return {
      url: `postgresql://garbo:${encodeURIComponent(options.password)}@127.0.0.1:${server.port}/postgres`,
      pid: server.pid,
      ended: server.ended,
      stop: async () => {
        await server.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

const startOn = async (programs: Binaries, dir: string, options: EmbeddedOptions): Promise<Server> => {
  const runAs = await chooseRunAs(programs, dir)
  await initialiseFolder(programs, runAs, dir, options.password)
  await stopOrphan(dir)
  return startServer(programs, runAs, dir, options)
}

const lockFolder = async (dir: string): Promise<MachineLock> => {
  for (let tries = 0; ; tries++) {
    const lock = await tryLock(dir)
    if (lock) return lock
    const holder = await lockHolder(dir)
    if (holder !== null || tries === 50)
      throw new OperatorError(
        `Another Garbo (process ${holder ?? 'unknown'}) is using ${dir}: stop it or set GARBO_HOME`,
      )
    await pause(100)
  }
}
