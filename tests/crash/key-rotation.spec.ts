import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { apiClient } from '../support/api-client.ts'
import { password, signUpClient } from '../support/users.ts'
import { startServerOn } from './server-process.ts'

const home = mkdtempSync(join(tmpdir(), 'garbo-rotation-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const cli = 'infrastructure/cli/main.ts'
const env = { ...process.env, GARBO_HOME: home }
const rotate = async () => (await promisify(execFile)('node', [cli, 'keys', 'rotate'], { env })).stdout
/** Kills the rotation after `ms` milliseconds, together with its Postgres. */
const rotateAndKill = async (ms: number) => {
  const child = spawn('node', [cli, 'keys', 'rotate'], { env, stdio: 'ignore' })
  const exited = once(child, 'exit')
  await pause(ms)
  child.kill('SIGKILL')
  await exited
}
const masterKeys = () => readdirSync(home).filter((file) => file.startsWith('master.key'))
const currentKey = () => readFileSync(join(home, 'master.key'), 'utf8')

/** Signs in by e-mail address, which needs the keyed index, and reads a sealed field. */
const signInAfterRestart = async (email: string) => {
  const garbo = await startServerOn(home)
  const browser = apiClient(garbo.address)
  await browser.post('/api/auth/login-client', { email, password })
  const { body } = await browser.get('/api/auth/user')
  await garbo.stop()
  return body
}

describe('npm run garbo -- keys rotate', () => {
  it('ASVS 11.1.1: is refused while Garbo runs; killed at any moment it completes on the next run; accounts can still sign in', async () => {
    const garbo = await startServerOn(home)
    const { email } = await signUpClient({ visitor: () => apiClient(garbo.address) }, 'ana')
    const former = currentKey()
    await expect(rotate()).rejects.toThrow('Garbo is running on this database')
    await garbo.stop()

    for (const ms of [500, 1_200]) await rotateAndKill(ms)
    await rotate()
    expect(currentKey()).not.toBe(former)
    expect(masterKeys().some((file) => readFileSync(join(home, file), 'utf8') === former)).toBe(true)
    expect(masterKeys()).not.toContain('master.key.next')
    expect(await signInAfterRestart(email)).toMatchObject({ email, displayName: 'ana Bianchi' })
  }, 180_000)

  it('killed between the last key and the file, is distinguished from a wrong key and completes the file', async () => {
    const before = currentKey()
    const output = await rotate()
    const former = /backups: (\S+)/.exec(output)?.[1] ?? ''
    expect(readFileSync(former, 'utf8')).toBe(before)
    const after = currentKey()
    copyFileSync(join(home, 'master.key'), join(home, 'master.key.next'))
    copyFileSync(former, join(home, 'master.key'))

    const start = promisify(execFile)('node', [cli, 'role', 'grant', 'ana@example.it', 'MODERATORE'], { env })
    await expect(start).rejects.toThrow('Was `keys rotate` interrupted?')
    expect(await rotate()).toContain('already')
    expect([currentKey(), masterKeys().includes('master.key.next')]).toEqual([after, false])
    expect(await signInAfterRestart('ana@example.it')).toMatchObject({ displayName: 'ana Bianchi' })
  }, 180_000)
})
