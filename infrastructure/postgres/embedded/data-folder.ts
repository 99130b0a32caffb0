import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Binaries, run, type RunAs } from './programs.ts'

/**
 * Initialises the data folder on first start. Prepared under another name and renamed, so that an interrupted start
 * leaves no partial folder.
 */
export const initialiseFolder = async (
  { initdb }: Binaries,
  runAs: RunAs,
  dir: string,
  password: string,
): Promise<void> => {
  if (existsSync(join(dir, 'PG_VERSION'))) return adoptFolder(dir, runAs)
  if (existsSync(dir) && readdirSync(dir).length > 0)
    throw new Error(`${dir} is not empty and not a Postgres data folder`)
  const draft = `${dir}.unfinished`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  giveOwnership(draft, runAs)
  await withPasswordFile(password, runAs, async (passwordFile) => {
    const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const login = ['-U', 'garbo', '-A', 'scram-sha-256', '--pwfile', passwordFile]
    const { file, args, options } = runAs.command(initdb, ['-D', draft, '--no-instructions', ...login, ...locale])
    await run(file, [...args], options)
  })
  renameSync(draft, dir)
}

/** Postgres must own its folder and others must not read it; a folder copied by root belongs to root. */
const adoptFolder = async (dir: string, { ids }: RunAs): Promise<void> => {
  const { uid, mode } = statSync(dir)
  if (ids && uid !== ids.uid) await run('chown', ['-R', `${ids.uid}:${ids.gid}`, dir])
  if ((mode & 0o027) !== 0) chmodSync(dir, 0o700)
}

/** initdb reads the password from a file, which exists only briefly in a private folder. */
const withPasswordFile = async (
  password: string,
  runAs: RunAs,
  use: (file: string) => Promise<void>,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-'))
  const passwordFile = join(folder, randomBytes(8).toString('hex'))
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    giveOwnership(passwordFile, runAs)
    giveOwnership(folder, runAs)
    await use(passwordFile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const giveOwnership = (path: string, { ids }: RunAs): void => {
  if (ids) chownSync(path, ids.uid, ids.gid)
}

/**
 * Stops a server left by a crashed Garbo, first gracefully, then immediately. Removes a stale pid file whose pid now
 * belongs to another process. Call it only while holding the folder's lock.
 */
export const stopOrphan = async (dir: string): Promise<void> => {
  const pidFile = join(dir, 'postmaster.pid')
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : Number.NaN
  if (Number.isNaN(pid)) return
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isServing(pid, dir)) break
    process.kill(pid, signal)
    await waitUntil(() => !isServing(pid, dir))
  }
  if (isServing(pid, dir)) throw new Error(`Another Postgres (process ${pid}) on ${dir} cannot be stopped`)
  if ((await waitUntil(() => !hasProcesses(dir))) && isLinux && isAlive(pid)) rmSync(pidFile, { force: true })
}

const waitUntil = async (condition: () => boolean): Promise<boolean> => {
  for (let tries = 0; tries < 100; tries++) {
    if (condition()) return true
    await pause(100)
  }
  return condition()
}

const isLinux = platform() === 'linux'

/** Whether this process is a Postgres server on this folder. */
const isServing = (pid: number, dir: string): boolean => {
  try {
    if (!isLinux)
      return execFileSync('ps', ['-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' }).includes(`-D ${dir} `)
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return args[args.indexOf('-D') + 1] === dir
  } catch {
    return false
  }
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`)

/** All server processes have the data folder as working directory, including those that briefly outlive the parent. */
const hasProcesses = (dir: string): boolean =>
  isLinux &&
  readdirSync('/proc').some((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === dir
    } catch {
      return false
    }
  })
