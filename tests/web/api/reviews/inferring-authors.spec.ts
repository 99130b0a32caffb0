import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { load } from '../../../../application/command-handler.ts'
import { runOrThrow } from '../../../../application/jobs.ts'
import type { Caller } from '../../../../application/person.ts'
import type { Result } from '../../../../application/use-case.ts'
import type { Day, Instant } from '../../../../domain/kernel/primitives.ts'
import { rewards } from '../../../../domain/rewards/rewards.ts'
import { bootstrap } from '../../../../infrastructure/composition/bootstrap.ts'
import { type DemoAccount, openVenue, registerGuest } from '../../../../infrastructure/demo/accounts.ts'
import { password } from '../../../../infrastructure/demo/characters.ts'
import { openSandbox, type Sandbox } from '../../../../infrastructure/demo/sandbox.ts'
import { notificationsById } from '../../../../projections/accounts/notifications.ts'
import type { Endpoint } from '../../../../web/contract/endpoint.ts'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { earnAva } from '../../../support/ava/earned-ava.ts'
import { dateInDays } from '../../../support/sample-values.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'

/*
 * Two venues live the same week with the same fifty guests. They differ in one thing: which of a day's guests wrote which
 * of the day's reviews, and in which order. If both venues are given the same, neither can tell who wrote what.
 */

const guestCount = 50
const days = 7
const writersADay = 4
const venueKeys = ['locanda-uno', 'locanda-due'] as const
type VenueKey = (typeof venueKeys)[number]

/** The n-th guest of a day; every guest stays one night. */
const guestOf = (day: number, n: number) => day + n * days
const stayOf = (day: number) => dateInDays(day - days - 1)
const at = (day: number, time: string) => `${stayOf(day)}T${time}Z` as Instant
/** Which review the n-th writer of the day writes. */
const writtenBy: Readonly<Record<VenueKey, (n: number) => number>> = {
  'locanda-uno': (n) => n,
  'locanda-due': (n) => writersADay - 1 - n,
}
const contents = [
  { rating: 1, comment: 'Camera fredda.', reasonCode: 'CLEANLINESS', visibility: 'PUBLIC_ANONYMOUS' },
  { rating: 3, comment: 'Così così.', reasonCode: 'SERVICE', visibility: 'PRIVATE_TO_BUSINESS' },
  { rating: 4, comment: 'Bella vista.', reasonCode: 'LOCATION', visibility: 'PUBLIC_ANONYMOUS' },
  { rating: 5, comment: 'Torneremo.', reasonCode: 'SERVICE', visibility: 'PUBLIC_ANONYMOUS' },
] as const

interface Written {
  readonly venue: VenueKey
  readonly day: string
  readonly at: Instant
  readonly reviewId: string
}
interface Week {
  readonly venues: Readonly<Record<VenueKey, DemoAccount>>
  readonly guests: readonly DemoAccount[]
  /** In the order of writing. */
  readonly written: readonly Written[]
}

const run = async <Input, Output>(
  { caller }: Sandbox,
  { accountId }: DemoAccount,
  command: (caller: Caller, input: Input) => Result<Output>,
  input: Input,
): Promise<Output> => runOrThrow(command(await caller(accountId), input))

const registerAll = async (sandbox: Sandbox) => {
  const venue = {
    businessName: 'Locanda',
    businessType: 'hotel',
    location: 'Via Roma 1, Nuoro',
    province: 'NU',
  } as const
  const profile = { ...venue, theForkTenths: null, offers: 'bed' } as const
  const open = (key: VenueKey, phone: string) =>
    openVenue(sandbox, { type: 'open venue', venue: { key, ...profile }, phone })
  const [uno, due] = [await open('locanda-uno', '+390784000001'), await open('locanda-due', '+390784000002')]
  const person = { lastName: 'Bianchi', age: 40, residence: 'Roma', travelType: 'leisure', behaviour: 'good' } as const
  const guests: DemoAccount[] = []
  for (let n = 0; n < guestCount; n++) {
    const guest = { key: `ospite-${n}`, firstName: `Ospite ${String.fromCodePoint(65 + (n % 26))}`, ...person }
    guests.push(await registerGuest(sandbox, { type: 'register guest', guest, phone: `+3933300000${10 + n}` }))
  }
  return { venues: { 'locanda-uno': uno, 'locanda-due': due }, guests }
}

const scores = { overall: 4, punctuality: 9, kindness: 9, payment: 10, roomCondition: 8 }

const liveADay = async (sandbox: Sandbox, { venues, guests, written }: Week & { written: Written[] }, day: number) => {
  const { useCases, authServices } = sandbox.services
  const guest = (n: number) => guests[guestOf(day, n)] as DemoAccount
  const eachVenue = async (act: (key: VenueKey) => Promise<unknown>) => {
    for (const key of venueKeys) await act(key)
  }
  sandbox.setClock(at(day, '18:00:00.000'))
  for (let n = 0; guests[guestOf(day, n)] !== undefined; n++)
    await eachVenue((key) =>
      run(sandbox, venues[key], useCases.rateClient, {
        client: { accountId: guest(n).accountId },
        ...scores,
        stayDate: stayOf(day) as Day,
        stayType: 'leisure',
        comment: null,
      }),
    )
  // one order at the one venue, the reverse at the other
  for (const [turn, minute] of ['03', '17', '31', '45'].entries())
    await eachVenue(async (key) => {
      const n = writtenBy[key](turn)
      const writtenAt = at(day, `19:${minute}:11.123`)
      sandbox.setClock(writtenAt)
      const target = { reviewId: crypto.randomUUID(), targetType: 'BUSINESS', targetId: venues[key].accountId } as const
      const content = { ...(contents[turn] as (typeof contents)[number]), reasonTags: [] }
      const { reviewId } = await run(sandbox, guest(n), useCases.submitReview, { ...target, ...content })
      written.push({ venue: key, day: stayOf(day), at: writtenAt, reviewId })
    })
  sandbox.setClock(at(day, '20:30:00.000'))
  await sandbox.caughtUp()
  await eachVenue(async (key) => {
    const [first, second] = written.filter(({ venue, day: on }) => venue === key && on === stayOf(day))
    const reply = { reviewId: first?.reviewId ?? '', text: 'Grazie, provvederemo.' }
    await run(sandbox, venues[key], useCases.publishReply, reply)
    if (day !== 2) return
    const dispute = { reviewId: second?.reviewId ?? '', message: 'Non è successo da noi.', evidenceUrls: [] }
    await run(sandbox, venues[key], useCases.openDispute, { ...dispute, reason: 'INCORRECT_INFO' })
  })
  // the same guests of two days ago come back and use their codes, one at the till and one alone
  if (day < 2) return
  sandbox.setClock(at(day, '21:00:00.000'))
  await eachVenue(async (key) => {
    for (const [n, atTill] of [true, false].entries()) {
      const owner = guests[guestOf(day - 2, n)] as DemoAccount
      const { state } = await runOrThrow(load(authServices)(rewards, owner.clientId ?? ''))
      const reward = state.rewards.find(({ businessId }) => businessId === venues[key].accountId)
      await run(sandbox, atTill ? venues[key] : owner, useCases.redeemReward, { code: reward?.code ?? '' })
    }
  })
}

/** The times of day at which guests wrote and used codes, exact or cut to seconds or minutes; the real clock misses them. */
const guestsTimes = /T(?:19:(?:03|17|31|45):(?:11\.123|11\.000|00\.000)|21:00:00\.000)Z$/
const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)
const isMidnight = (text: string) => text.endsWith('T00:00:00.000Z')
const ids =
  /(?<![\w-])[\w-]{43}(?![\w-])|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[2-9A-HJKMNP-Z]{10}\b|\b7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b|[\da-f]{32,}/g

/** What a response says, without ids, codes and the order of its lists; times are kept by `instants`. */
const withoutIds = (value: unknown, instants: string[] = []): unknown => {
  if (typeof value === 'string') {
    if (isInstant(value) && !isMidnight(value)) {
      instants.push(value)
      return '(time)'
    }
    return value.replaceAll(ids, '(id)').replaceAll(/locanda-(?:uno|due)|00000[12]\b/g, '(venue)')
  }
  if (Array.isArray(value))
    return value
      .map((item) => withoutIds(item, instants))
      .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutIds(item, instants)]))
}

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let week: Week
const browsers = {} as Record<VenueKey, ApiClient>

const signInWithPremium = async (key: VenueKey): Promise<ApiClient> => {
  const browser = garbo.visitor()
  await browser.post('/api/auth/login', { username: key, password })
  await earnAva(garbo.config, week.venues[key].accountId, 12)
  const { status } = await browser.post('/api/ava/upgrade-premium', { durationDays: 30 }, browser.idempotencyKey())
  if (status >= 300) throw new Error(`${key} has no Premium`)
  return browser
}

beforeAll(async () => {
  garbo = await startTestGarbo()
  const resources = await bootstrap(garbo.config)
  const sandbox = await openSandbox(garbo.config, resources, at(-1, '08:00:00.000'))
  const written: Written[] = []
  const { venues, guests } = await registerAll(sandbox)
  week = { venues, guests, written }
  for (let day = 0; day < days; day++) {
    await sandbox.caughtUp()
    await liveADay(sandbox, { ...week, written }, day)
  }
  await sandbox.idle()
  await sandbox.close()
  await resources.close()
  for (const key of venueKeys) browsers[key] = await signInWithPremium(key)
}, 240_000)
afterAll(() => garbo.stop())

const reads = Object.values<Endpoint>(endpoints).filter(
  ({ method, stream, developerOnly, respondsWithFile }) =>
    method === 'GET' && stream !== true && developerOnly !== true && respondsWithFile === undefined,
)
/** Calls of a venue about itself, one of its guests or a review. */
const pathsOf = ({ path }: Endpoint, key: VenueKey): readonly string[] => {
  const { venues, guests, written } = week
  const { accountId } = venues[key]
  if (path.includes(':clientId')) return guests.map(({ clientId }) => path.replace(':clientId', clientId ?? ''))
  if (path.includes(':targetType'))
    return [path.replace(':targetType', 'BUSINESS').replace(':targetId', accountId) + '?limit=50']
  if (path.includes('/disputes/') || path.includes('/cases/'))
    return written.filter(({ venue }) => venue === key).map(({ reviewId }) => path.replaceAll(/:\w+/g, reviewId))
  if (path === '/api/analytics/rows')
    return ['reviews', 'ratings', 'rewards', 'issued', 'ava'].map((of) => `${path}?of=${of}`)
  return [path.replaceAll(/:\w+/g, accountId)]
}
const given = async (endpoint: Endpoint, key: VenueKey, instants: string[] = []): Promise<readonly unknown[]> => {
  const answers: unknown[] = []
  for (const path of pathsOf(endpoint, key)) {
    const { status, body } = await browsers[key].get(path)
    answers.push({ status, body: withoutIds(body, instants) })
  }
  return answers
}

describe('a venue that was given a week of reviews (Q-60)', () => {
  it('learns from no call who of the day’s guests wrote which review', async () => {
    for (const endpoint of reads.filter((one) => one !== endpoints.liabilityProof))
      expect(await given(endpoint, 'locanda-due'), endpoint.path).toEqual(await given(endpoint, 'locanda-uno'))
  })

  it('learns no name from the proof of its balance, whose path leads past others at random', async () => {
    const proofs = await Promise.all(
      venueKeys.map(async (key) =>
        endpoints.liabilityProof.response.parse((await browsers[key].get('/api/ava/proof')).body),
      ),
    )
    const [first, second] = proofs.map(({ date, leaf: { sum }, root, total }) => ({ date, sum, root, total }))
    expect(first).toEqual(second)
    const names = [...Object.values(week.venues), ...week.guests].map(({ accountId }) => accountId)
    expect(names.filter((name) => JSON.stringify(proofs).includes(name))).toEqual([])
  })

  it('sees its reviews, codes and guests, so that a difference would be found', async () => {
    const browser = browsers['locanda-uno']
    const list = async (path: string) => (await browser.get(path)).body as readonly unknown[]
    expect(await list(`/api/reviews/target/BUSINESS/${week.venues['locanda-uno'].accountId}?limit=50`)).toHaveLength(28)
    expect(await list('/api/rewards/issued')).toHaveLength(10)
    expect(await list('/api/clients')).toHaveLength(guestCount)
    expect(await list('/api/analytics/rows?of=rewards')).toHaveLength(10)
  })

  it('is given no time at which a review was written, nor one between two reviews of a day', async () => {
    expect(week.written.map(({ at }) => at).filter((instant) => !guestsTimes.test(instant))).toEqual([])
    const instants: string[] = []
    for (const endpoint of reads) await given(endpoint, 'locanda-uno', instants)
    const guestsActed = instants.filter((instant) => guestsTimes.test(instant))
    expect(guestsActed).toEqual([])
  })

  it('is given the reviews of a day in an order that is not the one of writing', async () => {
    const { written, venues } = week
    const own = written.filter(({ venue }) => venue === 'locanda-uno')
    const lists = [
      `/api/reviews/target/BUSINESS/${venues['locanda-uno'].accountId}?limit=50`,
      `/api/businesses/${venues['locanda-uno'].accountId}/score/reviews?limit=50`,
      '/api/analytics/rows?of=reviews&limit=50',
    ]
    const latestFirst = own.toReversed().map(({ reviewId }) => reviewId)
    const orders = await Promise.all(
      lists.map(async (path) =>
        ((await browsers['locanda-uno'].get(path)).body as { id: string }[]).map(({ id }) => id),
      ),
    )
    for (const order of orders) {
      expect(order.toSorted()).toEqual(latestFirst.toSorted())
      expect(order).not.toEqual(latestFirst)
      expect(order).toEqual(orders[0])
    }
  })

  it('finds the reviews of a day in that order neither in a letter nor in the list of its notifications', async () => {
    const { accountId } = week.venues['locanda-uno']
    const { rows } = await garbo.database.pool.query<{ key: string }>(
      `select key from read.notifications where recipient = $1 and kind = 'review-received'
       order by position collate "C"`,
      [accountId],
    )
    const asWritten = rows.map(({ key }) => key)
    expect(asWritten).toHaveLength(days * writersADay)
    const inLetter = (await notificationsById(garbo.database.queries, asWritten)).map(({ id }) => id)
    expect(inLetter.toSorted()).toEqual(asWritten.toSorted())
    expect(inLetter).not.toEqual(asWritten)
    const { body } = await browsers['locanda-uno'].get('/api/notifications?limit=50')
    const listed = (body as { items: { id: string; kind: string }[] }).items
      .filter(({ kind }) => kind === 'review-received')
      .map(({ id }) => id)
    expect(listed.toReversed()).not.toEqual(asWritten)
  })
})
