import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { run, type RunAs } from './run-as.ts'

/** Makes the folder on the first start: beside it, then in one step, so that an interrupted start leaves nothing half. */
export const initialise = async ({ initdb }: Binaries, runAs: RunAs, dir: string, password: string): Promise<void> => {
  if (existsSync(join(dir, 'PG_VERSION'))) return takeOver(dir, runAs)
  if (existsSync(dir) && readdirSync(dir).length > 0)
    throw new Error(`${dir} holds something that is not a Postgres folder`)
  const unfinished = `${dir}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  give(unfinished, runAs)
  await withSecret(password, runAs, async (secret) => {
    const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const login = ['-U', 'garbo', '-A', 'scram-sha-256', '--pwfile', secret]
    const { file, args, options } = runAs.command(initdb, ['-D', unfinished, '--no-instructions', ...login, ...locale])
    await run(file, [...args], options)
  })
  renameSync(unfinished, dir)
}

/** A folder copied by root belongs to root: Postgres wants to own it, and nobody else to look in. */
const takeOver = async (dir: string, { ids }: RunAs): Promise<void> => {
  const { uid, mode } = statSync(dir)
  if (ids && uid !== ids.uid) await run('chown', ['-R', `${ids.uid}:${ids.gid}`, dir])
  if ((mode & 0o027) !== 0) chmodSync(dir, 0o700)
}

/** initdb reads the password from a file: one in a folder only it can enter, and not for long. */
const withSecret = async (password: string, runAs: RunAs, use: (file: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-'))
  const secret = join(folder, randomBytes(8).toString('hex'))
  try {
    writeFileSync(secret, password, { mode: 0o600 })
    give(secret, runAs)
    give(folder, runAs)
    await use(secret)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const give = (path: string, { ids }: RunAs): void => {
  if (ids) chownSync(path, ids.uid, ids.gid)
}
