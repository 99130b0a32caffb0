import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { embeddedPostgresSandbox, waitForExit } from '../../support/embedded-postgres.ts'

const { folder, killAtEnd, clean, close } = embeddedPostgresSandbox()
afterEach(clean)
afterAll(close)

it('Garbo ends cleanly when stopped during startup, after its Postgres', async () => {
  const home = folder()
  const pidFile = join(home, 'postgres/postmaster.pid')
  const readPidFile = () => (existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : '')
  const env = { PATH: process.env['PATH'], HOME: home, GARBO_HOME: home, PORT: '0', LOG_LEVEL: 'warn' }
  const garbo = killAtEnd(spawn(process.execPath, ['infrastructure/composition/main.ts'], { env, stdio: 'ignore' }))
  const ended = once(garbo, 'exit')
  await expect.poll(readPidFile, { timeout: 50_000, interval: 5 }).toContain('ready')
  const postgres = Number.parseInt(readPidFile(), 10)
  garbo.kill('SIGTERM')
  const [, signal]: readonly unknown[] = await ended
  expect(signal).toBeNull()
  await waitForExit(postgres)
})

it('a rejected promise that nothing handles is logged and ends nothing', async () => {
  const home = folder()
  const env = { PATH: process.env['PATH'], HOME: home, GARBO_HOME: home, PORT: '0', LOG_LEVEL: 'warn' }
  const reject = `process.on('SIGUSR2', () => void Promise.reject(new Error('unnoticed')))`
  const args = [`--import=data:text/javascript,${encodeURIComponent(reject)}`, 'infrastructure/composition/main.ts']
  const garbo = killAtEnd(
    spawn(process.execPath, [...args, '--api-only'], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  let output = ''
  garbo.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const address = () => /API is ready: (\S+)/.exec(output)?.[1]
  await expect.poll(address, { timeout: 100_000 }).toBeDefined()
  garbo.kill('SIGUSR2')
  await expect
    .poll(() => output, { timeout: 10_000 })
    .toMatch(/"message":"unnoticed".*"a rejected promise was not handled"/)
  expect((await fetch(`${address() ?? ''}/healthz`)).status).toBe(200)
  garbo.kill('SIGTERM')
  await once(garbo, 'exit')
})
