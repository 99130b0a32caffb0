import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { postReview, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { waitUntil } from '../../../infrastructure/projections/reader-process.ts'
import { signUpBusiness, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: Awaited<ReturnType<typeof signUpClientWithId>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let rita: ApiClient
let ada: ApiClient
let mario: ApiClient
let reviewId: string
let staffIds: { readonly rita: string; readonly ada: string }

const idOf = async (browser: ApiClient) => ((await browser.get('/api/auth/user')).body as { id: string }).id

beforeAll(async () => {
  garbo = await startTestGarbo()
  ana = await signUpClientWithId(garbo, 'ana')
  rosa = await signUpBusiness(garbo, 'rosa')
  rita = (await signUpStaff(garbo, 'rita', 'REVISORE')).browser
  ada = (await signUpStaff(garbo, 'ada', 'ADMIN')).browser
  mario = (await signUpStaff(garbo, 'mario', 'MODERATORE')).browser
  reviewId = await postReview(ana.browser, rosa.id)
  await rosa.browser.post(`/api/reviews/${reviewId}/flag`, { reason: 'FAKE', note: null })
  staffIds = { rita: await idOf(rita), ada: await idOf(ada) }
  const logged = await log()
  await waitUntil(async () => (await everything()).length >= logged.length)
}, 120_000)
afterAll(() => garbo.stop())

interface Item {
  readonly stream: string
  readonly id: string
  readonly type: string
  readonly at: string
  readonly actor: string | null
  readonly position: string
}
interface Found {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}
interface Logged {
  readonly id: string
  readonly type: string
  readonly correlation: string
  readonly cause: string | null
}
/** The log without what requests about the auditor who searches led to. @rule D-47 */
const log = async (): Promise<readonly Logged[]> => {
  const { rows } = await garbo.database.pool.query<Logged & { readonly data: string }>(
    `select e.id::text, t.name as type, e.meta::json->>'correlationId' as correlation, e.meta::json->>'causationId' as cause,
       e.data::text as data
     from log.events e join log.types t using (type_no) order by e.position`,
  )
  const own = new Set(rows.filter(({ data }) => data.includes(staffIds.rita)).map(({ correlation }) => correlation))
  return rows.filter(({ correlation }) => !own.has(correlation))
}
const search = async (query: string, by = rita) => {
  const { status, body } = await by.get(`/api/audit/search?${query}`)
  expect([query, status]).toEqual([query, 200])
  return body as Found
}
const itemsOf = async (query: string, by = rita) => (await search(query, by)).items
const everything = async (query = 'limit=200') => {
  const items: Item[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Found = await search(`${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}
const typesIn = (items: readonly Item[]) => [...new Set(items.map(({ type }) => type))]
const entriesAbout = async (subject: string | null, actor: string, why: string) => {
  const { rows } = await garbo.database.pool.query<{ outcome: string }>(
    `select outcome from audit.access_log where subject is not distinct from $1 and actor = $2 and why = $3`,
    [subject, actor, why],
  )
  return rows.map(({ outcome }) => outcome)
}

describe('searching the log', () => {
  it('D-48: lists the whole log in pages, latest first', async () => {
    const before = (await log()).length
    const items = await everything('limit=7')
    expect(items.length).toBeGreaterThanOrEqual(before)
    expect(items.map(({ position }) => position)).toEqual(
      items
        .map(({ position }) => position)
        .toSorted()
        .toReversed(),
    )
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    const logged = (await log()).map(({ id, type }) => [id, type])
    expect(items.map(({ id, type }) => [id, type]).toReversed()).toEqual(logged.slice(0, items.length))
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual(['actor', 'at', 'id', 'position', 'stream', 'type'])
  })

  it('D-48: has fifty events on a page by default, not counting those that the auditor may not see', async () => {
    const { items, nextCursor } = await search('')
    const { items: more } = await search('limit=60')
    expect(items).toEqual(more.slice(0, 50))
    expect(nextCursor !== null).toBe(more.length > 50)
    const few = await search('limit=5')
    expect([few.items, few.nextCursor !== null]).toEqual([more.slice(0, 5), true])
  })

  it('D-48: finds an event by its id, and a stream, a case and a correlation by theirs', async () => {
    const [submitted] = await itemsOf('type=ReviewSubmitted')
    expect(await itemsOf(`q=${submitted?.id}`)).toEqual([submitted])
    const stream = `review-${reviewId}`
    const inStream = await itemsOf(`q=${stream}`)
    expect(typesIn(inStream)).toEqual(expect.arrayContaining(['ReviewSubmitted', 'ReviewFlagged']))
    expect(inStream.map((item) => item.stream)).toEqual(inStream.map(() => stream))
    expect(typesIn(await itemsOf(`q=flag-${reviewId}-1`))).toContain('CaseOpened')
    const correlation = (await log()).find(({ id }) => id === submitted?.id)?.correlation ?? ''
    const correlated = (await log()).filter(({ correlation: other }) => other === correlation).map(({ id }) => id)
    expect((await itemsOf(`q=${correlation}&limit=200`)).map(({ id }) => id)).toEqual(
      expect.arrayContaining(correlated),
    )
  })

  it('D-48: finds what an account did, and what is about it or its client', async () => {
    const found = await itemsOf(`q=${ana.id}&limit=200`)
    expect(typesIn(found)).toEqual(expect.arrayContaining(['ClientRegistered', 'ReviewSubmitted', 'ReviewFlagged']))
    expect(await itemsOf(`q=${ana.clientId}&limit=200`)).toEqual(found)
    const about = await itemsOf(`subject=${rosa.id}&limit=200`)
    expect(typesIn(about)).toEqual(expect.arrayContaining(['BusinessRegistered', 'ReviewSubmitted']))
    expect(typesIn(await itemsOf(`actor=${rosa.id}`))).toContain('ReviewFlagged')
  })

  it('D-48: combines conditions', async () => {
    const query = `subject=${rosa.id}&actor=${ana.id}&category=review&type=ReviewSubmitted`
    expect(await itemsOf(query)).toMatchObject([{ stream: `review-${reviewId}`, actor: ana.id }])
    expect(await itemsOf(`${query}&q=review-${reviewId}`)).toHaveLength(1)
    expect(await itemsOf(`${query}&q=review-unknown`)).toEqual([])
    expect(await itemsOf('category=account&type=ReviewSubmitted')).toEqual([])
    const ofCategory = await itemsOf('category=account')
    expect(ofCategory.length).toBeGreaterThan(0)
    expect(ofCategory.filter(({ stream }) => !stream.startsWith('account-'))).toEqual([])
  })

  it('D-48: finds the events of a period; a day is included', async () => {
    const [submitted] = await itemsOf('type=ReviewSubmitted')
    const at = submitted?.at ?? ''
    const day = at.slice(0, 10)
    const type = 'type=ReviewSubmitted'
    expect(await itemsOf(`${type}&from=${at}`)).toEqual([submitted])
    expect(await itemsOf(`${type}&to=${at}`)).toEqual([])
    expect(await itemsOf(`${type}&from=2026-01-01&to=2099-12-31`)).toEqual([submitted])
    expect(await itemsOf(`${type}&to=2026-01-01`)).toEqual([])
    expect(await itemsOf(`${type}&from=${day}&to=2099-12-31`)).toEqual([submitted])
  })

  it('D-48: finds nothing of what does not exist', async () => {
    for (const query of ['q=nothing', 'q=due+parole', 'subject=nobody', 'type=Nothing', 'category=nothing'])
      expect([query, await search(query)]).toEqual([query, { items: [], nextCursor: null }])
  })

  it.each(['limit=0', 'limit=201', 'cursor=x', 'from=yesterday', 'to=2026-13-01', 'q=', 'colour=red'])(
    'D-48: rejects %s',
    async (query) => {
      const { status, body } = await rita.get(`/api/audit/search?${query}`)
      expect([status, (body as { message: string }).message]).toEqual([400, expect.stringMatching(/[a-z]{3}/)])
    },
  )

  it('P-10: is open to auditors and administrators only', async () => {
    for (const path of ['search', `correlations/${reviewId}`]) {
      expect((await ada.get(`/api/audit/${path}`)).status).toBe(200)
      for (const browser of [mario, ana.browser]) expect((await browser.get(`/api/audit/${path}`)).status).toBe(403)
      expect((await garbo.visitor().get(`/api/audit/${path}`)).status).toBe(401)
    }
  })
})

describe('searching the log by e-mail address', () => {
  const byEmail = 'q=ANA%40example.it&limit=200'

  it('D-48: finds the events of the account for an administrator', async () => {
    expect(await itemsOf(byEmail, ada)).toEqual(await itemsOf(`q=${ana.id}&limit=200`, ada))
    expect(await search('q=nessuno%40example.it', ada)).toEqual({ items: [], nextCursor: null })
  })

  it('D-48: is refused to an auditor, in Italian', async () => {
    const { status, body } = await rita.get(`/api/audit/search?${byEmail}`)
    expect([status, body]).toMatchObject([
      403,
      { code: 'EmailSearchReserved', message: expect.stringMatching(/email/) },
    ])
  })

  it('D-48: leaves the address neither in the process log nor in the access log', async () => {
    await ada.get(`/api/audit/search?${byEmail}`)
    await rita.get(`/api/audit/search?${byEmail}`)
    await expect.poll(() => entriesAbout(null, staffIds.rita, 'event-search')).toContain('refused')
    expect(garbo.log()).toContain('/api/audit/search')
    expect(garbo.log()).not.toMatch(/ana@|ana%40/i)
    const { rows } = await garbo.database.pool.query(`select from audit.access_log a where a::text like '%@%'`)
    expect(rows).toEqual([])
  })
})

describe('the consequences of a request', () => {
  it('D-49: are a tree across streams, each event below its cause', async () => {
    const submitted = (await log()).find(({ type }) => type === 'ReviewSubmitted')
    const id = submitted?.correlation ?? ''
    const { status, body } = await rita.get(`/api/audit/correlations/${id}`)
    expect(status).toBe(200)
    interface Node extends Pick<Item, 'id' | 'stream' | 'type' | 'at'> {
      readonly causationId: string | null
      readonly children: readonly Node[]
    }
    const { roots, ...rest } = body as { readonly id: string; readonly roots: readonly Node[] }
    expect(rest).toEqual({ id })
    const flatten = (nodes: readonly Node[]): readonly Node[] =>
      nodes.flatMap((node) => [node, ...flatten(node.children)])
    const shown = flatten(roots)
    expect(shown.map((node) => node.id).toSorted()).toEqual(
      (await log()).flatMap((event) => (event.correlation === id ? [event.id] : [])).toSorted(),
    )
    expect(new Set(shown.map(({ stream }) => stream)).size).toBeGreaterThan(2)
    for (const node of shown) for (const child of node.children) expect(child.causationId).toBe(node.id)
    expect(shown.some(({ children }) => children.length > 0)).toBe(true)
    expect(Object.keys(shown[0] ?? {}).toSorted()).toEqual(['at', 'causationId', 'children', 'id', 'stream', 'type'])
  })

  it('D-49: are not found for an unknown correlation', async () => {
    const { status, body } = await rita.get('/api/audit/correlations/unknown')
    expect([status, body]).toMatchObject([
      404,
      { code: 'CorrelationNotFound', message: expect.stringMatching(/[a-z]{3}/) },
    ])
    expect((await rita.get('/api/audit/correlations/a%20b')).status).toBe(400)
  })
})

describe('the access log of these reads', () => {
  it('Q-97, D-48: tells people once an hour that an auditor looked for their events', async () => {
    const bruno = await signUpClientWithId(garbo, 'bruno')
    for (const query of [`subject=${bruno.id}`, `q=${bruno.clientId}`, `actor=${bruno.id}`]) await search(query)
    await expect.poll(() => entriesAbout(bruno.id, staffIds.rita, 'event-search')).toEqual(['success'])
    expect((await bruno.browser.get('/api/user/access-log')).body).toContainEqual(
      expect.objectContaining({ role: 'REVISORE', what: 'staff-read', why: 'Ricerca tra gli eventi' }),
    )
  })

  it('Q-97, D-48: names the owner of an address that an administrator searched for', async () => {
    const carla = await signUpClientWithId(garbo, 'carla')
    await search('q=carla%40example.it', ada)
    await expect.poll(() => entriesAbout(carla.id, staffIds.ada, 'event-search')).toEqual(['success'])
  })

  it('Q-97, D-48: names those whom a stream or a correlation is about, and nobody for the whole log', async () => {
    const dario = await signUpClientWithId(garbo, 'dario')
    const review = await postReview(dario.browser, rosa.id)
    await search('limit=200', ada)
    await expect.poll(() => entriesAbout(null, staffIds.ada, 'event-search')).toContain('success')
    expect(await entriesAbout(dario.id, staffIds.ada, 'event-search')).toEqual([])
    await search(`q=review-${review}`, ada)
    await expect.poll(() => entriesAbout(dario.id, staffIds.ada, 'event-search')).toEqual(['success'])
    expect((await rita.get(`/api/audit/correlations/${review}`)).status).toBe(200)
    await expect.poll(() => entriesAbout(dario.id, staffIds.rita, 'correlation')).toEqual(['success'])
  })
})
