import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../../infrastructure/postgres/embedded/embedded-postgres.ts'
import { apiClient } from '../../support/api-client.ts'
import { canConfine, type Container, readCompose, startContainer } from '../../support/compose.ts'
import { startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/server.ts'
import { queryOnce } from '../../support/embedded-postgres.ts'
import { freePort } from '../../support/free-port.ts'
import { startMailServer } from '../../support/message-gateways.ts'
import { codeIn, linkIn, tokenIn } from '../../support/dev-mailbox.ts'
import { password } from '../../support/users.ts'

const origin = 'https://garbo.example'
const { services, secrets } = readCompose({ GARBO_ORIGIN: origin, MAIL_FROM: 'Garbo <garbo@garbo.example>' })
const { api, worker, redis: redisService, postgres: postgresService } = services
if (!api || !worker || !redisService || !postgresService) throw new Error('docker-compose.yml lacks a service')

const folder = mkdtempSync(join(tmpdir(), 'garbo-compose-'))
const [secretFolder, dist, redisFolder] = ['secrets', 'dist', 'redis'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
const writeSecrets = (contents: Readonly<Record<string, string>>) => {
  for (const [name, content] of Object.entries(contents)) {
    expect(Object.keys(secrets)).toContain(name)
    writeFileSync(join(secretFolder, name), `${content}\n`)
  }
}

const [, ...postgresArguments] = postgresService.command ?? []
const postgresSettings = postgresArguments.filter((word) => word !== '-c')

/** The server of the package with the arguments of the file, on a free port and a folder of the test. */
const startPostgresService = () => {
  const given = postgresSettings.flatMap((setting) => ['-c', setting])
  expect(postgresArguments).toEqual(given)
  const password = randomBytes(16).toString('hex')
  return startEmbeddedPostgres({ dir: join(folder, 'postgres'), password, settings: postgresSettings })
}

/** The command of the file, on a free port and a folder of the test. */
const startRedisService = async (port: number) => {
  const local = (word: string) => word.replace('/run/secrets', secretFolder)
  const [program = '', ...words] = (redisService.command ?? []).map(local)
  const server = spawn(program, [...words, '--port', `${port}`, '--bind', '127.0.0.1', '--dir', redisFolder])
  let said = ''
  server.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await vi.waitFor(() => expect(said).toContain('Ready to accept connections'), { timeout: 10_000 })
  return server
}

const started: Container[] = []
let stores: {
  readonly database: Awaited<ReturnType<typeof startPostgresService>>
  readonly redis: Awaited<ReturnType<typeof startRedisService>>
  readonly events: Awaited<ReturnType<typeof startEventStoreDbStandIn>>
  readonly mail: Awaited<ReturnType<typeof startMailServer>>
}

const image = { secrets: secretFolder, dist, modules: realpathSync('node_modules') }
/** Starts the replicas of a service; only its ports and the address of EventStoreDB differ from the file. */
const startReplicas = async ({ command = [], environment = {}, deploy }: typeof api) => {
  for (let n = 0; n < (deploy.replicas ?? 1); n++) {
    const local = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace('eventstore:2113', `127.0.0.1:${stores.events.port}`),
    ])
    const port = `${await freePort()}`
    const ports = environment['GARBO_ROLE'] === 'worker' ? { HEALTH_PORT: port } : { PORT: port }
    started.push(startContainer(image, command, { ...(Object.fromEntries(local) as typeof environment), ...ports }))
  }
}
const checkHealth = async ({ exec, output }: Container, { healthcheck }: typeof api) => {
  const [form, ...command] = healthcheck?.test ?? []
  expect(form).toBe('CMD')
  await vi
    .waitFor(() => exec(command), { timeout: 120_000, interval: 1_000 })
    .catch((error: unknown) => {
      throw new Error(output(), { cause: error })
    })
}

const visitor = (process: number) => apiClient(`http://127.0.0.1:${started[process]?.env['PORT']}`, origin)
const latestMailTo = (address: string) =>
  vi.waitFor(
    async () => {
      const messages = await stores.mail.messages()
      const text = messages.findLast(({ to }) => to?.[0]?.address === address)?.text
      expect(text, `an e-mail to ${address}`).toBeDefined()
      return text ?? ''
    },
    { timeout: 30_000, interval: 100 },
  )
const registerBusiness = async (process: number, username: string, businessType = 'hotel') => {
  const browser = visitor(process)
  const email = `${username}@example.it`
  const place = { businessName: `Hotel ${username}`, businessType, location: 'Via Roma 1', province: 'RM' }
  const { status, body } = await browser.post('/api/auth/register', { username, email, password, ...place })
  expect(status, JSON.stringify(body)).toBe(201)
  const mail = await latestMailTo(email)
  expect(linkIn(mail)).toMatch(new RegExp(`^${origin}/`))
  expect((await visitor(1 - process).post('/api/auth/confirm-email', { token: tokenIn(mail) })).status).toBe(204)
  return { browser, email, id: (body as { user: { id: string } }).user.id }
}
const registerClient = async (process: number, name: string) => {
  const browser = visitor(process)
  const email = `${name}@example.it`
  const person = { firstName: name, lastName: 'Bianchi', email, phone: '+39 333 1234567', password }
  const { status, body } = await browser.post('/api/auth/register-client', person)
  expect(status, JSON.stringify(body)).toBe(201)
  const { clientId } = body as { clientId: string }
  const verificationCode = codeIn(await latestMailTo(email))
  expect((await browser.post('/api/auth/verify-email', { clientId, verificationCode })).status).toBe(204)
  return browser
}

describe.runIf(canConfine)('the services of docker-compose.yml', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    for (const path of [secretFolder, dist, redisFolder]) mkdirSync(path)
    for (const path of [folder, secretFolder, dist]) chmodSync(path, 0o755)
    const build = ['build', '--logLevel', 'warn', '--emptyOutDir', '--outDir']
    for (const parts of [['pages', '--ssr', 'render.tsx'], ['web']] as const)
      await promisify(execFile)('node_modules/.bin/vite', [...build, join(dist, parts[0]), ...parts.slice(1)])
    const redisPort = await freePort()
    const redisPassword = randomBytes(16).toString('hex')
    writeSecrets({ 'redis-config': `requirepass ${redisPassword}` })
    stores = {
      database: await startPostgresService(),
      redis: await startRedisService(redisPort),
      events: await startEventStoreDbStandIn(),
      mail: await startMailServer(),
    }
    writeSecrets({
      'database-url': stores.database.url,
      'redis-url': `redis://:${redisPassword}@127.0.0.1:${redisPort}`,
      'smtp-url': stores.mail.url,
      'master-key': randomBytes(32).toString('hex'),
      'metrics-token': randomBytes(32).toString('hex'),
    })
    await startReplicas(api)
    await startReplicas(worker)
  }, 120_000)
  afterAll(async () => {
    for (const { process } of started) process.kill('SIGKILL')
    await stores.mail.stop()
    stores.events.stop()
    await stores.database.stop()
    stores.redis.kill('SIGKILL')
    await once(stores.redis, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })

  it('run as an unprivileged user who can write to /tmp only', async () => {
    const { exec } = started[0] as Container
    const script =
      'id -u; touch /tmp/x && echo wrote /tmp; for d in / /run/garbo /run/secrets /var/tmp; do touch $d/x; done; true'
    expect(await exec(['sh', '-c', script])).toBe('65534\nwrote /tmp\n')
  })

  it('become healthy, all started at once on empty stores', async () => {
    for (const [n, container] of started.entries()) await checkHealth(container, n < 2 ? api : worker)
    expect(started).toHaveLength(4)
  })

  it('run on a Postgres with the settings of the file', async () => {
    expect(postgresSettings.length).toBeGreaterThan(0)
    for (const setting of postgresSettings) {
      const [name = '', value] = setting.split('=')
      expect(await queryOnce(stores.database.url, `show ${name}`)).toEqual([{ [name]: value }])
    }
  })

  it('do the main job over both API processes', async () => {
    const rosa = await registerBusiness(1, 'rosa')
    const ana = await registerClient(0, 'ana')
    const review = {
      targetType: 'BUSINESS',
      targetId: rosa.id,
      rating: 2,
      reasonCode: 'SERVICE',
      comment: 'Così così.',
    }
    const submitted = await ana.post('/api/reviews', review, ana.idempotencyKey())
    expect(submitted.status, JSON.stringify(submitted.body)).toBe(201)
    const { id } = submitted.body as { id: string }
    await expect
      .poll(async () => (await ana.get('/api/rewards')).body)
      .toMatchObject([{ code: expect.any(String) as unknown }])

    const received = async () => (await rosa.browser.get(`/api/reviews/target/BUSINESS/${rosa.id}`)).body
    await expect.poll(received, { timeout: 10_000 }).toMatchObject([{ id, comment: 'Così così.' }])
    const flagged = await rosa.browser.post(
      `/api/reviews/${id}/flag`,
      { reason: 'SPAM' },
      rosa.browser.idempotencyKey(),
    )
    expect(flagged.status, JSON.stringify(flagged.body)).toBe(201)

    const mario = await registerBusiness(0, 'mario', 'altro')
    const { exec } = started[0] as Container
    await exec(['node', 'infrastructure/cli/main.ts', 'role', 'grant', mario.email, 'MODERATORE'])
    const queue = async () => (await mario.browser.get('/api/admin/queue')).body
    await expect.poll(queue, { timeout: 30_000 }).toMatchObject({ items: [{ kind: 'FLAG', targetId: id }] })
  })

  it('serve the web app from the image, and metrics only with the token', async () => {
    const { env } = started[0] as Container
    const page = await fetch(`http://127.0.0.1:${env['PORT']}/`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<div id="root" data-reader="visitor"><')
    for (const container of started) {
      const port = container.env['HEALTH_PORT'] ?? container.env['PORT']
      expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404)
    }
  })

  it('print no secret and stop on SIGTERM, none having restarted', async () => {
    expect(started.map(({ process }) => process.exitCode)).toEqual([null, null, null, null])
    expect(await Promise.all(started.map(({ stop }) => stop()))).toEqual([0, 0, 0, 0])
    const said = started.map(({ output }) => output()).join('')
    for (const secret of [stores.database.url, stores.mail.url, 'requirepass']) expect(said).not.toContain(secret)
  })
})
