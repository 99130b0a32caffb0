import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { initialiseFolder } from '../../../infrastructure/postgres/embedded/data-folder.ts'
import { chooseRunAs, loadBinaries, run, serviceUser } from '../../../infrastructure/postgres/embedded/programs.ts'
import { startServer } from '../../../infrastructure/postgres/embedded/server.ts'
import { embeddedPostgresSandbox, queryOnce } from '../../support/embedded-postgres.ts'

const { folder, initialisedFolder, start, startInOtherProcess, clean, close } = embeddedPostgresSandbox()
afterEach(clean)
afterAll(close)

const isRoot = process.getuid?.() === 0
/** Arguments of setpriv that run a program as another user who can still read our sources, wherever they are. */
const setprivArguments = ({ uid, gid }: { readonly uid: number; readonly gid: number }) => {
  const read = '-all,+dac_read_search'
  return ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups', '--inh-caps', read, '--ambient-caps', read]
}
const otherUser = { uid: 65_534, gid: 65_534 }
const homeOf = ({ uid, gid }: typeof otherUser, mode = 0o700) => {
  const home = folder()
  chownSync(home, uid, gid)
  chmodSync(home, mode)
  return home
}

it('D-24: embedded Postgres does not run as root', async () => {
  const { pid } = await start(await initialisedFolder())
  expect(statSync(`/proc/${pid}`).uid).not.toBe(0)
})

describe.runIf(isRoot)('embedded Postgres started by root', () => {
  it('works in a private home that contains its programs', async () => {
    const home = folder()
    const { postgres } = await loadBinaries()
    cpSync(dirname(dirname(postgres)), join(home, 'native'), { recursive: true, verbatimSymlinks: true })
    const programs = { postgres: join(home, 'native/bin/postgres'), initdb: join(home, 'native/bin/initdb') }
    const dir = join(home, 'pg')
    const runAs = await chooseRunAs(programs, dir)
    await initialiseFolder(programs, runAs, dir, 'test')
    const server = await startServer(programs, runAs, dir, {})
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    await server.stop()
    expect(status).toMatch(/CapEff:\s+000000000000000[24]\nCapBnd:\s+000000000000000[24]\n/)
  })

  it('gets no unnecessary permission', async () => {
    const publicHome = homeOf(otherUser, 0o755)
    const { command } = await chooseRunAs(await loadBinaries(), join(publicHome, 'pg'))
    const { file, args, options } = command('grep', ['CapEff', '/proc/self/status'])
    expect((await run(file, [...args], options)).stdout).toMatch(/\s0+\n$/)
  })

  it('runs as the owner of the data', async () => {
    const dir = join(homeOf(otherUser), 'pg')
    const other = startInOtherProcess(dir, setprivArguments(otherUser))
    await queryOnce((await other.started).url, 'create table notes as select 1 as n')
    other.child.kill('SIGKILL')
    const { pid, url } = await start(dir)
    expect(statSync(`/proc/${pid}`).uid).toBe(otherUser.uid)
    expect(await queryOnce(url, 'select n from notes')).toEqual([{ n: 1 }])
  })

  it('takes over a folder copied by root', async () => {
    const copy = join(folder(), 'pg')
    execFileSync('cp', ['-r', await initialisedFolder(), copy])
    chmodSync(copy, 0o755)
    expect(statSync(copy).uid).toBe(0)
    expect(await queryOnce((await start(copy)).url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('creates the user it needs, once', () => {
    const name = `garbo-${process.pid}`
    try {
      const created = serviceUser(name)
      expect(created.uid).toBeGreaterThan(0)
      expect(serviceUser(name)).toEqual(created)
      expect(execFileSync('getent', ['passwd', name], { encoding: 'utf8' })).toContain('nologin')
    } finally {
      execFileSync('userdel', [name], { stdio: 'ignore' })
    }
  })
})

describe.runIf(isRoot)('embedded Postgres started by another user', () => {
  it('is refused a folder of another user, with an explanation', async () => {
    const home = homeOf(otherUser)
    mkdirSync(join(home, 'pg'), { mode: 0o700 })
    await expect(startInOtherProcess(join(home, 'pg'), setprivArguments(otherUser)).started).rejects.toThrow(
      'belongs to another user',
    )
  })
})
