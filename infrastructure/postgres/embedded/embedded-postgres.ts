import { setTimeout as pause } from 'node:timers/promises'
import { canonicalPath, lockHolder, type MachineLock, tryLock } from '../../machine-lock.ts'
import { initialiseFolder, stopOrphan } from './data-folder.ts'
import { type Binaries, chooseRunAs, loadBinaries } from './programs.ts'
import { type Server, startServer } from './server.ts'

export interface EmbeddedPostgres {
  /** `postgresql://…` of its first database. */
  readonly url: string
  readonly pid: number
  /** Resolves when the server is gone, asked or not, with the last it said. */
  readonly ended: Promise<string>
  readonly stop: () => Promise<void>
}

export interface EmbeddedOptions {
  /** Made if absent; everything Postgres keeps lies here. */
  readonly dir: string
  /** Of the user `garbo`; set when the folder is made, so keep it. */
  readonly password: string
  /** A free one is taken when absent. */
  readonly port?: number
  /** `name=value` server settings. */
  readonly settings?: readonly string[]
}

/**
 * Starts our own Postgres on `dir`, reached by TCP on 127.0.0.1 only. It dies with the thread that started it, even by
 * SIGKILL (Linux: the kernel sends it SIGINT), and what a dead Garbo left running is stopped first; a living one's is
 * not touched: this start is refused. As root it runs as the folder's owner or as `postgres`, made if missing.
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
      throw new Error(`Another Garbo (process ${holder ?? 'unknown'}) is running on ${dir}: stop it, or set GARBO_HOME`)
    await pause(100)
  }
}
