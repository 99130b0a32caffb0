import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArguments, readyText } from '../../../infrastructure/composition/serve.ts'
import { testDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'

const busyServer = createServer()
let busyPort = ''
beforeAll(async () => {
  await once(busyServer.listen(0), 'listening')
  const address = busyServer.address()
  busyPort = String(typeof address === 'object' ? address?.port : address)
})
afterAll(() => void busyServer.close())

const portInUse = (setting: string) =>
  `Port ${busyPort} is in use. Stop the program that uses it, or choose another port with ${setting}.\n`

const start = (program: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) => {
  const env = { PATH: process.env['PATH'], GARBO_HOME: `${tmpdir()}/never-created`, ...settings }
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' })
  return { status, stderr }
}

const help = (program: string, argument: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, argument], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

it.each([
  ['npm start', 'infrastructure/composition/main.ts'],
  ['npm run dev', 'infrastructure/tooling/dev.ts'],
  ['npm run new:command', 'infrastructure/tooling/new-command.ts'],
])('%s prints its usage for --help and -h', (name, program) => {
  const usage = { status: 0, stdout: expect.stringMatching(`^Usage: ${name} `) as unknown, stderr: '' }
  expect(help(program, '--help')).toEqual(usage)
  expect(help(program, '-h')).toEqual(usage)
})

describe('npm start', () => {
  const program = 'infrastructure/composition/main.ts'

  it('serves the web app unless --api-only is given', () => {
    expect(readArguments([])).toEqual({ apiOnly: false })
    expect(readArguments(['--api-only'])).toEqual({ apiOnly: true })
  })

  it.each([
    ['Garbo is ready: http://localhost:3000', 'http://localhost:3000', false, undefined],
    ['Garbo is ready: http://localhost:3000', 'http://localhost:3000', false, 'https://garbo.it'],
    ['API is ready: http://localhost:3000', 'http://localhost:3000', true, undefined],
    ['API is ready: http://localhost:3000\nOpen https://garbo.it', 'http://localhost:3000', true, 'https://garbo.it'],
    ['The Garbo worker is running.', null, false, 'https://garbo.it'],
  ])('ends its start with %j', (text, address, apiOnly, origin) =>
    expect(readyText({ address, apiOnly, origin })).toBe(text),
  )

  it.each(['--screens', 'api', '--api-only=no'])('refuses %s with its usage', (argument) =>
    expect(() => readArguments([argument])).toThrow(/^.*\n\nUsage: npm start/),
  )

  it('reports an unknown option and exits', () =>
    expect(start(program, ['--screens'])).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^Unknown option '--screens'/) as unknown,
    }))
})

it('npm start reports a busy port and the setting that changes it', async () => {
  const database = await testDatabase()
  const settings = { PORT: busyPort, DATABASE_URL: database.url, GARBO_MASTER_KEY: randomBytes(32).toString('base64') }
  const { status, stderr } = start('infrastructure/composition/main.ts', ['--api-only'], settings)
  expect([status, stderr]).toEqual([1, portInUse('PORT')])
  await database.drop()
})

it('npm start reports an unreachable Redis and the setting that names it', async () => {
  const database = await testDatabase()
  const settings = {
    PORT: '0',
    DATABASE_URL: database.url,
    GARBO_MASTER_KEY: randomBytes(32).toString('base64'),
    REDIS_URL: 'redis://127.0.0.1:1',
  }
  const { status, stderr } = start('infrastructure/composition/main.ts', ['--api-only'], settings)
  expect([status, stderr]).toEqual([
    1,
    'The job queues could not be opened: connect ECONNREFUSED 127.0.0.1:1. Check REDIS_URL.\n',
  ])
  await database.drop()
})

describe('npm run dev', () => {
  const program = 'infrastructure/tooling/dev.ts'

  it.each([
    ['reports an unknown option', ['--watch'], {}, /^Unknown option '--watch'\nUsage: npm run dev/],
    ['refuses a port that is not a number', ['--port', 'web'], {}, /^Not a port: web\nUsage: npm run dev/],
    ['refuses a port in exponential notation', ['--port', '1e3'], {}, /^Not a port: 1e3\nUsage: npm run dev/],
    ['refuses a hexadecimal port', ['--port', '0x1451'], {}, /^Not a port: 0x1451\nUsage: npm run dev/],
    ['refuses a port beyond the last', ['--port', '65536'], {}, /^Not a port: 65536\nUsage: npm run dev/],
    [
      'refuses the same port for API and web app',
      ['--port', '5411'],
      { PORT: '5411' },
      /^PORT and --port must differ; both are 5411\nUsage: npm run dev/,
    ],
    ['refuses port 0 for the API, which Vite could not find', [], { PORT: '0' }, /^PORT: must not be 0/],
    [
      'reports a wrong setting',
      [],
      { REVIEW_INTERVAL_DAYS: 'seven' },
      /^Garbo cannot start:\n {2}- REVIEW_INTERVAL_DAYS/,
    ],
  ])('%s', (_, args, settings, message) =>
    expect(start(program, args, settings)).toEqual({ status: 1, stderr: expect.stringMatching(message) as unknown }),
  )

  it('reports a busy port of the API and the setting that changes it', () =>
    expect(start(program, [], { PORT: busyPort })).toEqual({
      status: 1,
      stderr: portInUse('PORT'),
    }))

  it('reports a busy port of the web app and the option that changes it', async () =>
    expect(start(program, ['--port', busyPort], { PORT: String(await freePort()) })).toEqual({
      status: 1,
      stderr: portInUse('--port'),
    }))
})
