import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { chooseRunAs, loadBinaries } from '../../../infrastructure/postgres/embedded/programs.ts'
import { startServer } from '../../../infrastructure/postgres/embedded/server.ts'
import { embeddedPostgresSandbox, queryOnce, waitForExit } from '../../support/embedded-postgres.ts'

const { folder, initialisedFolder, start, startInOtherProcess, killAtEnd, clean, close } = embeddedPostgresSandbox()
afterEach(clean)
afterAll(close)

const createNotes = (url: string) => queryOnce(url, 'create table notes as select 1 as n')
const readNotes = (url: string) => queryOnce(url, 'select n from notes')
const storedNotes = [{ n: 1 }]

describe('the embedded Postgres', () => {
  it('keeps its data across restarts', async () => {
    const dir = join(folder(), 'a', 'b', 'pg')
    const first = await start(dir)
    await createNotes(first.url)
    await first.stop()
    await waitForExit(first.pid)
    expect(await readNotes((await start(dir)).url)).toEqual(storedNotes)
  })

  it('rejects a wrong password', async () => {
    const { url } = await start(await initialisedFolder())
    await expect(queryOnce(url.replace(':test@', ':guess@'), 'select 1')).rejects.toThrow(/password/)
  })

  it('is durable: fsync is on', async () => {
    const { url } = await start(await initialisedFolder())
    const settings = ['fsync', 'full_page_writes', 'synchronous_commit']
    for (const setting of settings) expect(await queryOnce(url, `show ${setting}`)).toEqual([{ [setting]: 'on' }])
  })

  it('works in a folder with a long path, spaces and quotes', async () => {
    const dir = join(folder(), 'una cartella "profonda"', 'x'.repeat(100), "l'altra", 'pg')
    expect(await queryOnce((await start(dir)).url, 'select 1 as n')).toEqual(storedNotes)
  })

  it('resumes an interrupted first start and leaves unrelated folders alone', async () => {
    const home = folder()
    mkdirSync(join(home, 'pg.unfinished'))
    writeFileSync(join(home, 'pg.unfinished', 'PG_VERSION'), '18')
    mkdirSync(join(home, 'pg'))
    await (await start(join(home, 'pg'))).stop()
    expect(readdirSync(home)).toEqual(['pg'])
    mkdirSync(join(home, 'photos'))
    writeFileSync(join(home, 'photos', 'me.jpg'), '')
    await expect(start(join(home, 'photos'))).rejects.toThrow('photos is not empty and not a Postgres data folder')
  })

  it('reports why it cannot start', async () => {
    await expect(start(await initialisedFolder(), { settings: ['shared_buffers=nonsense'] })).rejects.toThrow(
      /invalid value for parameter "shared_buffers"/,
    )
  })

  it('ignores Ctrl-C in a terminal, so that Garbo stops it after the last request', async () => {
    const processGroup = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2]
    const { pid } = await start(await initialisedFolder())
    expect(processGroup(pid)).toBe(String(pid))
  })

  it('reports when the server is gone', async () => {
    const server = await start(await initialisedFolder())
    process.kill(server.pid, 'SIGQUIT')
    expect(await server.ended).toContain('immediate shutdown')
  })
})

describe('a Garbo that dies suddenly', () => {
  it('ends its Postgres too, and the next start finds the data', async () => {
    const dir = await initialisedFolder()
    const other = startInOtherProcess(dir)
    const { url, pid } = await other.started
    await createNotes(url)
    other.child.kill('SIGKILL')
    const next = await start(dir)
    await waitForExit(pid)
    expect(await readNotes(next.url)).toEqual(storedNotes)
  })

  it('can leave its Postgres running: the next start stops it first', async () => {
    const dir = await initialisedFolder()
    const programs = await loadBinaries()
    const orphan = await startServer(programs, await chooseRunAs(programs, dir), dir, {})
    await createNotes(`postgresql://garbo:test@127.0.0.1:${orphan.port}/postgres`)
    const next = await start(dir)
    await orphan.ended
    expect(await readNotes(next.url)).toEqual(storedNotes)
  })
})

describe('a killed Postgres', () => {
  it('recovers at the next start', async () => {
    const dir = await initialisedFolder()
    const first = await start(dir)
    await createNotes(first.url)
    process.kill(first.pid, 'SIGKILL')
    await first.ended
    expect(await readNotes((await start(dir)).url)).toEqual(storedNotes)
  })

  it('recovers even if another process has its pid', async () => {
    const dir = await initialisedFolder()
    const first = await start(dir)
    await createNotes(first.url)
    process.kill(first.pid, 'SIGKILL')
    await first.ended
    const { uid, gid } = statSync(dir)
    const unrelated = killAtEnd(spawn('sleep', ['600'], { uid, gid, stdio: 'ignore' }))
    const pidFile = join(dir, 'postmaster.pid')
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, `${unrelated.pid}`))
    expect(await readNotes((await start(dir)).url)).toEqual(storedNotes)
    expect(unrelated.exitCode ?? unrelated.signalCode).toBeNull()
  })
})

describe('a second start on the same folder', () => {
  it('is refused while the first one runs, without affecting it', async () => {
    const dir = await initialisedFolder()
    const first = await start(dir)
    const refusal = new RegExp(`Another Garbo \\(process ${process.pid}\\) is using .*pg`)
    await expect(start(dir)).rejects.toThrow(refusal)
    const link = join(folder(), 'link')
    symlinkSync(dir, link)
    await expect(startInOtherProcess(link).started).rejects.toThrow(refusal)
    await createNotes(first.url)
    expect(await readNotes(first.url)).toEqual(storedNotes)
  })

  it('is refused while the first one still creates the folder', async () => {
    const dir = join(folder(), 'pg')
    const starts = await Promise.allSettled([start(dir), start(dir), startInOtherProcess(dir).started])
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('works once the first one has stopped or failed', async () => {
    const dir = await initialisedFolder()
    await expect(start(dir, { settings: ['nonsense=1'] })).rejects.toThrow('nonsense')
    await (await start(dir)).stop()
    await (await start(dir)).stop()
  })
})
