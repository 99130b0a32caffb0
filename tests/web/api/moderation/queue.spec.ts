import type { CommonQueryMethods } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queuePage, waitingCases } from '../../../../projections/moderation/queue.queries.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { postFlaggedReviews, signUpModerators } from '../../../support/moderation/queue-setup.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

interface Item {
  readonly caseId: string
  readonly priority: number
  readonly why: readonly { readonly points: number }[]
  readonly claimedByName: string | null
}
interface Page {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
  readonly counts: Readonly<Record<string, number>>
}

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let staff: Awaited<ReturnType<typeof signUpModerators>>
let ana: ApiClient
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  ana = (await signUpClient(garbo, 'ana')).browser
  staff = await signUpModerators(
    garbo,
    Array.from({ length: 20 }, (_, n) => `collega-${n}`),
  )
}, 240_000)
afterAll(() => garbo.stop())

const moderator = (n: number) => {
  const found = staff[n]
  if (found === undefined) throw new Error(`no moderator ${n}`)
  return found
}
const readQueue = async (n: number, query = '') =>
  (await moderator(n).browser.get(`/api/admin/queue${query}`)).body as Page

describe('twenty simultaneous requests for the next case', () => {
  it('get different cases, the ones with the highest priority', async () => {
    await postFlaggedReviews(garbo, ana, rosa.browser, 24)
    const claims = await Promise.all(staff.map(({ browser }) => browser.post('/api/admin/queue/next', {})))
    expect(claims.map(({ status }) => status)).toEqual(staff.map(() => 200))
    expect(new Set(claims.map(({ body }) => (body as Item).caseId)).size).toBe(20)

    const laterClaims = await Promise.all(
      staff.map(({ browser }) => browser.post('/api/admin/queue/next', { lane: 'flags' })),
    )
    const countWithStatus = (code: number) => laterClaims.filter(({ status }) => status === code).length
    expect([countWithStatus(200), countWithStatus(404)]).toEqual([4, 16])
    expect(laterClaims.find(({ status }) => status === 404)?.body).toMatchObject({
      code: 'QueueEmpty',
      message: 'Nessun caso da decidere in questo elenco.',
    })
  }, 120_000)

  it('get the same case when repeated with the same Idempotency-Key', async () => {
    await postFlaggedReviews(garbo, ana, rosa.browser, 2)
    const { browser } = moderator(0)
    const idempotencyKey = browser.idempotencyKey()
    const [first, repeated] = [
      await browser.post('/api/admin/queue/next', {}, idempotencyKey),
      await browser.post('/api/admin/queue/next', {}, idempotencyKey),
    ]
    expect(repeated.body).toEqual(first.body)
  })
})

describe('the moderators’ queue', () => {
  it('shows who holds a case and until when, and rejects the second claim', async () => {
    const { items } = await readQueue(1)
    const held = items.find(({ claimedByName }) => claimedByName === 'Casa collega-2')
    expect(held).toBeDefined()
    const second = await moderator(1).browser.post(`/api/admin/queue/${held?.caseId ?? ''}/claim`)
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: 'ClaimedByAnother',
        message: expect.stringMatching(/^Casa collega-2 sta lavorando a questo caso fino alle \d\d:\d\d\.$/),
      },
    })
  })

  it('explains each priority in parts that add up', async () => {
    const { items } = await readQueue(0)
    for (const { priority, why } of items) expect(why.reduce((sum, { points }) => sum + points, 0)).toBe(priority)
  })

  it('D-09: has five lanes with counts and complete pagination', async () => {
    const [reviewId] = await postFlaggedReviews(garbo, ana, rosa.browser, 1)
    // the moderator does not wait for what others wrote
    await expect.poll(async () => (await readQueue(0)).counts['flags'], { timeout: 30_000 }).toBe(27)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = await readQueue(0, `?lane=flags&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ caseId }) => caseId))
      cursor = page.nextCursor
      expect(page.counts).toEqual({ flags: 27, disputes: 0, appeals: 0, held: 0, overdue: 0 })
    }
    expect(seen).toHaveLength(27)
    expect(new Set(seen).size).toBe(27)
    expect(seen).toContain(`flag-${reviewId ?? ''}-1`)
  })

  it('links the flag and dispute cases of one review', async () => {
    const review = { rating: 1, targetType: 'BUSINESS', targetId: rosa.id, reasonCode: 'SERVICE' }
    const { id } = (await ana.post('/api/reviews', review, ana.idempotencyKey())).body as { id: string }
    await rosa.browser.post(`/api/reviews/${id}/flag`, { reason: 'FAKE' })
    const dispute = { reason: 'INCORRECT_INFO', message: 'La vista non è quella della nostra camera.' }
    expect((await rosa.browser.post(`/api/reviews/${id}/dispute`, dispute)).status).toBe(201)
    const { browser } = moderator(3)
    expect((await browser.post(`/api/admin/queue/dispute-${id}/claim`)).status).toBe(200)
    expect((await browser.get(`/api/admin/cases/flag-${id}-1`)).body).toMatchObject({
      others: [{ caseId: `dispute-${id}`, kind: 'DISPUTE', claimedByName: 'Casa collega-3' }],
      review: { flags: [{ reporterName: 'Hotel rosa' }] },
    })
    const second = await moderator(4).browser.post(`/api/admin/queue/flag-${id}-1/claim`)
    expect(second).toMatchObject({ status: 409, body: { code: 'ClaimedByAnother' } })
  })

  it('Q-53: shows reporters to moderators only', async () => {
    const responses = [await ana.get('/api/admin/queue'), await rosa.browser.get('/api/admin/reviews')]
    expect(responses.map(({ status }) => status)).toEqual([403, 403])
    expect(JSON.stringify((await garbo.visitor().get(`/api/reviews/target/BUSINESS/${rosa.id}`)).body)).not.toMatch(
      /reporter|flags/,
    )
  })
})

describe('a queue page next to a hundred thousand closed cases', () => {
  const fillStatement = `insert into read.cases
    select 'old-' || n, 'old-' || n, (array['FLAG', 'DISPUTE', 'HELD'])[1 + n % 3], 'target-' || n, 100 + n % 300, '[]', 'calm',
      '[]', now() - interval '1 year', now() - interval '1 year', null, null, now() - interval '1 year', 'dismissed'
    from generate_series(1, 100000) n`

  it.each([undefined, 'flags', 'disputes', 'held', 'overdue'] as const)(
    'is read without visiting them (lane: %s)',
    async (lane) => {
      const { pool } = garbo.database
      const { rows: closedCases } = await pool.query<{ n: number }>(
        `select count(*)::int as n from read.cases where closed_at is not null`,
      )
      if ((closedCases[0]?.n ?? 0) < 100_000) await pool.query(fillStatement)
      const { rows: tables } = await pool.query<{ name: string }>(
        `select relname as name from pg_class where relname like 'cases_v%' and relkind = 'r'`,
      )
      for (const { name } of tables) await pool.query(`analyze read.${name}`)
      const { sql, values } = queuePage({ lane, now: new Date().toISOString(), limit: 50 })
      const { rows } = await pool.query<Readonly<Record<'QUERY PLAN', unknown>>>(
        `explain (analyze, buffers, format json) ${sql.replaceAll('$slonik_', '$')}`,
        [...values],
      )
      const plan = JSON.stringify(rows[0]?.['QUERY PLAN'])
      expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"cases_v/)
      expect(Number(/"Shared Hit Blocks":(\d+)/.exec(plan)?.[1])).toBeLessThan(1000)
    },
  )
})

describe('the next case behind two thousand claimed ones', () => {
  const fillStatement = `insert into read.cases
    select 'held-' || n, 'held-' || n, 'FLAG', 'about-' || n, 900, '[]', 'calm', '[]', now() + interval '1 year', now(),
      case when n <= 2000 then 'moderator-' || n % 20 end, case when n <= 2000 then now() + interval '1 hour' end, null, null
    from generate_series(1, 2100) n`

  it('is found without visiting them', async () => {
    const { pool } = garbo.database
    await pool.query(fillStatement)
    const plans: Node[] = []
    const explain = async ({ sql, values }: { readonly sql: string; readonly values: readonly unknown[] }) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
        `explain (analyze, format json) ${sql.replaceAll('$slonik_', '$')}`,
        [...values],
      )
      plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)))
      return []
    }
    const page = { lane: undefined, now: new Date().toISOString(), limit: 40, except: ['held-1'] }
    await waitingCases({ any: explain } as unknown as CommonQueryMethods, page)
    const walk = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(walk)]
    const rowsVisited = plans
      .flatMap(walk)
      .map((node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Join Filter'] ?? 0)))
    expect(plans).toHaveLength(1)
    expect(plans[0]?.['Actual Rows']).toBe(40)
    expect(Math.max(...rowsVisited)).toBeLessThan(300)
  })
})

interface Node {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly Node[]
}
