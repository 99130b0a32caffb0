import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { registerClient } from '../../../application/accounts/register.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { type Config, readConfig } from '../../../infrastructure/composition/config.ts'
import { type Garbo, startGarbo } from '../../../infrastructure/composition/garbo.ts'
import { withResources } from '../../../infrastructure/composition/operator.ts'
import { addressOf } from '../../../infrastructure/demo/accounts.ts'
import { guests, password, staff, venues } from '../../../infrastructure/demo/characters.ts'
import { runOrThrow } from '../../../application/jobs.ts'
import { openSandbox } from '../../../infrastructure/demo/sandbox.ts'
import { seedDemo } from '../../../infrastructure/demo/seed.ts'
import { apiLogger } from '../../../web/api/logging.ts'
import type { AvaProfile, AvaTransaction } from '../../../web/contract/ava/wallet.ts'
import type { DashboardStats, RatingGiven, RatingReceived } from '../../../web/contract/ratings/ratings.ts'
import type { OwnReward } from '../../../web/contract/rewards/rewards.ts'
import { apiClient, type ApiClient } from '../../support/api-client.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { startRedis } from '../../support/redis.ts'
import { unlimitedRates } from '../../support/rate-limits.ts'

const home = mkdtempSync(join(tmpdir(), 'garbo-demo-'))
const silent = () => undefined
const configOn = ({ url }: TestDatabase, overrides: Readonly<Record<string, string>> = {}): Config =>
  readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    GARBO_HOME: home,
    DATABASE_URL: url,
    GARBO_MASTER_KEY: randomBytes(32).toString('base64'),
    ...overrides,
  })

let database: TestDatabase
let config: Config
let garbo: Garbo
const progress: string[] = []
beforeAll(async () => {
  database = await testDatabase()
  config = configOn(database)
  await seedDemo({ config, print: (line) => void progress.push(line) })
  garbo = await startGarbo({ config, webAppFolder: null, logger: apiLogger('silent'), rateLimits: unlimitedRates })
  await garbo.ready()
})
afterAll(async () => {
  await garbo.stop()
  await database.drop()
  rmSync(home, { recursive: true, force: true })
})

const sessions = new Map<string, ApiClient>()
const signedIn = async (key: string): Promise<ApiClient> => {
  const existing = sessions.get(key)
  if (existing !== undefined) return existing
  const browser = apiClient(garbo.address ?? '')
  const isBusiness = venues.some((venue) => venue.key === key)
  const response = isBusiness
    ? await browser.post('/api/auth/login', { username: addressOf(key), password })
    : await browser.post('/api/auth/login-client', { email: addressOf(key), password })
  expect([key, response.status]).toEqual([key, 200])
  sessions.set(key, browser)
  return browser
}
const read = async <A>(browser: ApiClient, path: string): Promise<A> => {
  const response = await browser.get(path)
  expect([path, response.status]).toEqual([path, 200])
  return response.body as A
}
const countEvents = async ({ pool }: Pick<TestDatabase, 'pool'>) => {
  const { rows } = await pool.query<{ n: string }>('select count(*) as n from log.events')
  return Number(rows[0]?.n)
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
const countBy = <A>(items: readonly A[], keyOf: (item: A) => string) =>
  Object.fromEntries([...Map.groupBy(items, keyOf)].map(([key, group]) => [key, group.length]))

describe('a Garbo with demo data', () => {
  it('lets every venue, guest and member of staff sign in with the printed password', async () => {
    const everybody = [...venues, ...guests, ...staff].map(({ key }) => key)
    for (const key of everybody) {
      const user = await read<{ readonly emailVerified: boolean }>(await signedIn(key), '/api/auth/user')
      expect([key, user.emailVerified]).toEqual([key, true])
    }
    const roles = await Promise.all(
      staff.map(
        async ({ key }) => (await read<{ staffRoles: string[] }>(await signedIn(key), '/api/auth/user')).staffRoles,
      ),
    )
    expect(roles.flat()).toEqual(['MODERATORE', 'MODERATORE', 'ADMIN', 'REVISORE'])
  })

  it('shows 150 ratings spread over months, with real growth', async () => {
    const browsers = await Promise.all(venues.map(({ key }) => signedIn(key)))
    const given = await Promise.all(
      browsers.map((browser) => read<readonly RatingGiven[]>(browser, '/api/ratings?limit=200')),
    )
    expect(sum(given.map(({ length }) => length))).toBe(150)
    const days = given.flat().map(({ createdAt }) => createdAt.slice(0, 10))
    expect(new Set(days).size).toBeGreaterThan(80)
    const stats = await Promise.all(browsers.map((browser) => read<DashboardStats>(browser, '/api/dashboard/stats')))
    expect(stats.map(({ growth }) => growth.demo)).toEqual(venues.map(() => false))
  })

  it('shows moderators decided reviews and pending cases in every lane', async () => {
    const moderator = await signedIn('moderatrice')
    type Moderated = {
      readonly moderationStatus: string
      readonly disputeStatus: string
      readonly flags: readonly { readonly status: string }[]
    }
    const reviews = await read<readonly Moderated[]>(moderator, '/api/admin/reviews?limit=200')
    expect(countBy(reviews, (review) => review.moderationStatus)).toEqual({
      ACTIVE: 117,
      HIDDEN: 1,
      REMOVED: 1,
      PENDING_REVIEW: 1,
    })
    expect(countBy(reviews, (review) => review.disputeStatus)).toEqual({
      NONE: 114,
      OPEN: 2,
      UNDER_REVIEW: 1,
      RESOLVED_UPHELD: 1,
      RESOLVED_REJECTED: 2,
    })
    const flags = reviews.flatMap((review) => review.flags)
    expect(countBy(flags, ({ status }) => status)).toEqual({ PENDING: 5, DISMISSED: 4, REVIEWED: 1, UPHELD: 2 })
    const { counts } = await read<{ readonly counts: unknown }>(moderator, '/api/admin/queue?lane=overdue')
    expect(counts).toMatchObject({ flags: 1, held: 1, disputes: 3, appeals: 1, overdue: 1 })
  })

  it('Q-121: shows each client’s standing from the ratings that count, and some redeemed codes', async () => {
    const rewards = await Promise.all(
      guests.map(async ({ key }) => {
        const browser = await signedIn(key)
        const standing = await read<{ total: number; average: number }>(browser, '/api/standing')
        const all = await read<readonly RatingReceived[]>(browser, '/api/client/ratings')
        const received = all.filter(({ counted }) => counted)
        const average = sum(received.map(({ overallRating }) => overallRating)) / received.length
        expect([key, standing.total]).toEqual([key, received.length])
        expect(standing.average).toBeCloseTo(average, 1)
        return read<readonly OwnReward[]>(browser, '/api/rewards')
      }),
    )
    expect(rewards.flat().filter(({ redeemedAt }) => redeemedAt !== null)).toHaveLength(11)
    expect(rewards.flat().filter(({ isActive }) => isActive).length).toBeGreaterThan(60)
  })

  it('shows balances that equal their transactions: a tenth of ratings given, and completed stays (B-30, B-32)', async () => {
    const wallets = await Promise.all(
      [...venues, ...guests].map(async ({ key }) => {
        const browser = await signedIn(key)
        const profile = await read<AvaProfile>(browser, '/api/ava/profile')
        const transactions = await read<readonly AvaTransaction[]>(browser, '/api/ava/transactions')
        const stays = await read<readonly { status: string; avaEarned: number }[]>(browser, '/api/bookings')
        const { avaBalance, avaMaturing } = profile
        expect([key, sum(transactions.map(({ amount }) => amount))]).toEqual([key, avaBalance + avaMaturing])
        const earned = sum(stays.filter(({ status }) => status === 'completed').map(({ avaEarned }) => avaEarned))
        expect([key, avaBalance]).toEqual([key, Math.floor(profile.totalRatingsGiven / 10) + earned])
        return { profile, stays }
      }),
    )
    const bookings = wallets.flatMap(({ stays }) => stays)
    expect(countBy(bookings, ({ status }) => status)).toEqual({ completed: 3, cancelled: 1, confirmed: 2 })
    expect(wallets.some(({ profile }) => profile.avaMaturing > 0)).toBe(true)
  })

  it('stores its e-mails in the development mailbox with their dates and sends none', () => {
    const lines = readFileSync(join(home, 'outbox.jsonl'), 'utf8').trim().split('\n')
    const emails = lines.map((line) => JSON.parse(line) as { readonly to: string; readonly at: string })
    expect(emails.filter(({ to }) => !to.endsWith('@garbo.example'))).toEqual([])
    expect(new Set(emails.map(({ at }) => at.slice(0, 7))).size).toBeGreaterThan(3)
  })

  it('reports its progress month by month', () => {
    expect(progress.length).toBeGreaterThanOrEqual(6)
    expect(progress.filter((line) => !/^\d{4}-\d{2}: \d+ actions$/.test(line))).toEqual([])
  })

  it('can be seeded a second time while Garbo runs, without changes', async () => {
    const before = await countEvents(database)
    expect(await seedDemo({ config, print: silent })).toBe('already seeded')
    expect(await countEvents(database)).toBe(before)
  })
})

describe('npm run demo', () => {
  it('starts on existing data, prints the demo logins and ends on request', async () => {
    const { DATABASE_URL, GARBO_MASTER_KEY } = config
    const env = { PATH: process.env['PATH'], GARBO_HOME: home, DATABASE_URL, GARBO_MASTER_KEY, GARBO_ROLE: 'worker' }
    const demo = spawn(process.execPath, ['infrastructure/demo/main.ts'], { env })
    const ended = once(demo, 'exit')
    let output = ''
    for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await expect.poll(() => output, { timeout: 50_000 }).toContain(guests.at(-1)?.lastName)
    demo.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(output).toContain('The Garbo worker is running.')
    expect(output).toContain(`all with the password ${password}`)
    expect([...venues, ...guests, ...staff].filter(({ key }) => !output.includes(addressOf(key)))).toEqual([])
  })
})

it('seeding can run due jobs before the first event, when the tables are being created', async () => {
  const empty = await testDatabase()
  const redis = await startRedis()
  onTestFinished(async () => {
    await redis.stop()
    await empty.drop()
  })
  // On Redis the queues open faster than the tables are created.
  const onRedis = configOn(empty, { REDIS_URL: redis.url })
  await withResources(onRedis, async (resources) => {
    const sandbox = await openSandbox(onRedis, resources, '2026-05-01T08:00:00.000Z' as Instant)
    try {
      await sandbox.runDueJobs()
    } finally {
      await sandbox.close()
    }
  })
})

describe('demo data is refused', () => {
  it.each([
    ['in production', { NODE_ENV: 'production' }],
    ['where e-mails are really sent', { SMTP_URL: 'smtp://mail.garbo.example' }],
    ['where text messages are really sent', { SMS_URL: 'https://sms.garbo.example' }],
  ])('%s, before anything changes', async (_, settings) => {
    const nowhere = { ...config, ...settings, DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/nowhere' } as Config
    await expect(seedDemo({ config: nowhere, print: silent })).rejects.toThrow(/Demo data is fictitious/)
  })

  it('next to existing accounts, without writing anything', async () => {
    const other = await testDatabase()
    const settings = configOn(other)
    await withResources(settings, async (resources) => {
      const sandbox = await openSandbox(settings, resources, '2026-03-29T10:15:00.000Z' as Instant)
      const stranger = { firstName: 'Ada', lastName: 'Neri', email: 'ada@posta.example', phone: '+39 300 5550199' }
      const request = { accountId: 'ada', source: '192.0.2.1', password, referral: null }
      await runOrThrow(registerClient(sandbox.services.authServices)({ ...request, ...stranger }, 'one'))
      await sandbox.close()
    })
    const before = await countEvents(other)
    await expect(seedDemo({ config: settings, print: silent })).rejects.toThrow(/other accounts already/)
    expect(await countEvents(other)).toBe(before)
    await other.drop()
  })

  it('after an interruption, which leaves it incomplete', async () => {
    const other = await testDatabase()
    const stopping = new AbortController()
    const seeding = { config: configOn(other), print: () => stopping.abort() }
    await expect(seedDemo({ ...seeding, signal: stopping.signal })).rejects.toThrow(/Interrupted/)
    await expect(seedDemo(seeding)).rejects.toThrow(/interrupted earlier: clear the database/)
    await other.drop()
  })
})
