import { execFile, execFileSync, type ExecFileOptions } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { serviceUser, type Ids } from './service-user.ts'

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly options: ExecFileOptions
}

/** As whom Postgres' programs run. */
export interface RunAs {
  /** Who must own the files; null when that is ourselves. */
  readonly ids: Ids | null
  readonly command: (program: string, args: readonly string[]) => Command
}

export const run = promisify(execFile)
export const env = { PATH: process.env['PATH'], LC_ALL: 'C', LANG: 'C', TZ: 'UTC' }

/**
 * Ourselves; but as root somebody else, since Postgres refuses root (points settled 24): the data's owner, or the user
 * `postgres`. Where that user cannot reach the folders (a clone under root's private home), Postgres is given the one
 * right to pass through them, and no other.
 */
export const chooseRunAs = async ({ postgres }: Binaries, dir: string): Promise<RunAs> => {
  const parent = dirname(dir)
  mkdirSync(parent, { recursive: true })
  if (process.getuid?.() !== 0) {
    const ourselves = runAs(null)
    const trouble = await troubleOf(ourselves, postgres, parent)
    if (trouble) throw new Error(`Postgres cannot be run: ${trouble}`)
    if (existsSync(dir) && statSync(dir).uid !== process.getuid?.())
      throw new Error(`${dir} belongs to another user: start Garbo as that user, or set GARBO_HOME`)
    return ourselves
  }
  const ids = ownerOf(dir) ?? serviceUser('postgres')
  const troubles: string[] = []
  for (const right of [null, 'dac_read_search', 'dac_override']) {
    const candidate = runAs(ids, right)
    const trouble = await troubleOf(candidate, postgres, parent)
    if (trouble === null) return candidate
    troubles.push(trouble)
  }
  throw new Error(
    `Postgres does not run as root, and user ${ids.uid} cannot reach ${parent} or ${postgres}: ` +
      `put Garbo and GARBO_HOME in folders open to everybody (chmod o+x). ${troubles[0]}`,
  )
}

const runAs = (ids: Ids | null, right: string | null = null): RunAs => ({
  ids,
  command: (program, args) => {
    if (!canSetpriv()) return { file: program, args, options: { ...ids, env, cwd: '/' } }
    const as = ids ? ['--reuid', `${ids.uid}`, '--regid', `${ids.gid}`, '--clear-groups'] : []
    const only = `-all,+${right}`
    const may = right ? ['--inh-caps', only, '--ambient-caps', only, '--bounding-set', only, ...keepInAccess] : []
    return {
      file: 'setpriv',
      args: [...as, ...may, '--pdeathsig', 'INT', program, ...args],
      options: { env, cwd: '/' },
    }
  },
})

/** access(2) leaves rights out of account otherwise, and Postgres looks for its own files with it. */
const keepInAccess = ['--securebits', '+no_setuid_fixup']

let setpriv: boolean | undefined
/** Linux only; without it Postgres outlives a SIGKILL of ours, and the next start stops it. */
const canSetpriv = (): boolean => {
  if (setpriv !== undefined) return setpriv
  try {
    execFileSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore' })
    setpriv = platform() === 'linux'
  } catch {
    setpriv = false
  }
  return setpriv
}

const troubleOf = async ({ command }: RunAs, postgres: string, folder: string): Promise<string | null> => {
  try {
    for (const one of [command(postgres, ['--version']), command('sh', ['-c', 'cd -- "$0"', folder])])
      await run(one.file, [...one.args], one.options)
    return null
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return said.includes('shared libraries') ? `${said} (incomplete installation? npm rebuild)` : said
  }
}

/** Whose data it is; null when there is none, or root's, as after a copy. */
const ownerOf = (dir: string): Ids | null => {
  if (!existsSync(dir)) return null
  const { uid, gid } = statSync(dir)
  return uid === 0 ? null : { uid, gid }
}
