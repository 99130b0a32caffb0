import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import {
  type EmbeddedOptions,
  startEmbeddedPostgres,
} from '../../infrastructure/postgres/embedded/embedded-postgres.ts'

/** Folders and servers that are removed after the test. */
export const embeddedPostgresSandbox = () => {
  const cleanups: (() => unknown)[] = []
  let first: Promise<string> | undefined
  const ends: (() => unknown)[] = []
  /** A private folder (0700), owned by root if root runs the tests. */
  const folder = (until = cleanups) => {
    const dir = mkdtempSync(join(tmpdir(), 'garbo-embedded-'))
    until.push(() => rmSync(dir, { recursive: true, force: true }))
    return dir
  }
  const template = () => (first ??= makeTemplate(join(folder(ends), 'pg')))
  return {
    folder: () => folder(),
    /** A copy of an initialised data folder, which is faster than the first start. */
    initialisedFolder: async () => {
      const dir = join(folder(), 'pg')
      execFileSync('cp', ['-a', await template(), dir])
      return dir
    },
    start: async (dir: string, more: Partial<EmbeddedOptions> = {}) => {
      const server = await startEmbeddedPostgres({ dir, password: 'test', ...more })
      cleanups.push(server.stop)
      return server
    },
    killAtEnd: <P extends ChildProcess>(child: P): P => {
      cleanups.push(() => child.kill('SIGKILL'))
      return child
    },
    /** Starts Postgres from another process; `as` holds arguments of setpriv. */
    startInOtherProcess: (dir: string, as: readonly string[] = []) => {
      const other = startOtherProcess(dir, as)
      cleanups.push(() => other.child.kill('SIGKILL'))
      return other
    },
    clean: async () => {
      for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
    },
    close: () => {
      for (const end of ends) end()
    },
  }
}

const makeTemplate = async (dir: string): Promise<string> => {
  await (await startEmbeddedPostgres({ dir, password: 'test' })).stop()
  return dir
}

const startScript = fileURLToPath(new URL('../infrastructure/postgres/start-embedded.ts', import.meta.url))

const startOtherProcess = (dir: string, as: readonly string[]) => {
  const command = [process.execPath, startScript, dir]
  const [file = '', ...args] = as.length > 0 ? ['setpriv', ...as, ...command] : command
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const started = new Promise<{ readonly url: string; readonly pid: number }>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString()) as never))
    child.once('close', () => reject(new Error(complaint)))
  })
  started.catch(() => undefined)
  return { child, started }
}

export const queryOnce = async (url: string, sql: string): Promise<readonly unknown[]> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Resolves when the process has ended. */
export const waitForExit = async (pid: number): Promise<void> => {
  while (existsSync(`/proc/${pid}`)) await new Promise((resolve) => setTimeout(resolve, 20))
}
