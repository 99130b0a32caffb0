import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Clears the folder of what a dead Garbo left there: its server is asked to leave, then told to; a note of a server that
 * is gone is thrown away when its number has passed to somebody else. Only for who holds the folder's lock.
 */
export const stopLeftover = async (dir: string): Promise<void> => {
  const note = join(dir, 'postmaster.pid')
  const pid = existsSync(note) ? Number.parseInt(readFileSync(note, 'utf8'), 10) : Number.NaN
  if (Number.isNaN(pid)) return
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!serves(pid, dir)) break
    process.kill(pid, signal)
    await until(() => !serves(pid, dir))
  }
  if (serves(pid, dir)) throw new Error(`An older Postgres (process ${pid}) does not leave ${dir}`)
  if ((await until(() => !isInhabited(dir))) && isLinux && isAlive(pid)) rmSync(note, { force: true })
}

const until = async (condition: () => boolean): Promise<boolean> => {
  for (let tries = 0; tries < 100; tries++) {
    if (condition()) return true
    await pause(100)
  }
  return condition()
}

const isLinux = platform() === 'linux'

/** Is it a Postgres that was started on this very folder? */
const serves = (pid: number, dir: string): boolean => {
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

/** Every process of a server works in its folder, also one that outlived its parent for a moment. */
const isInhabited = (dir: string): boolean =>
  isLinux &&
  readdirSync('/proc').some((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === dir
    } catch {
      return false
    }
  })
