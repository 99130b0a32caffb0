import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionGraph, SharedIdentifier } from '../../../../web/contract/moderation/connections.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let mario: Awaited<ReturnType<typeof signUpModerator>>
let ids: Readonly<Record<'rosa' | 'ana' | 'ida' | 'lia' | 'vera', string>>

const [firstPhone, secondPhone, adoptedPhone, ownPhone] = [
  '+39 347 1000001',
  '+39 347 1000002',
  '+39 347 1000003',
  '+39 347 1000004',
]

const changePhone = async (browser: ApiClient, phone: string) =>
  expect((await browser.patch('/api/user/profile', { phone })).status).toBe(200)

/** rosa – ana share a telephone, ana – ida a mailbox, ida – lia another telephone; vera has none in common. */
const connect = async () => {
  const rosa = await signUpBusiness(garbo, 'rosa', { phone: firstPhone })
  const ana = await signUpClientWithId(garbo, 'ana', { phone: firstPhone })
  const ida = await signUpClientWithId(garbo, 'ana+due', { phone: secondPhone, firstName: 'ida' })
  const lia = await signUpClientWithId(garbo, 'lia', { phone: secondPhone })
  const vera = await signUpClientWithId(garbo, 'vera', { phone: adoptedPhone })
  return { rosa: rosa.id, ana: ana.id, ida: ida.id, lia: lia.id, vera: vera.id }
}

beforeAll(async () => {
  garbo = await startTestGarbo()
  mario = await signUpModerator(garbo, 'mario')
  ids = await connect()
}, 120_000)
afterAll(() => garbo.stop())

const list = async (query = '', browser = mario.browser) => {
  const { status, body } = await browser.get(`/api/admin/connections${query}`)
  expect(status).toBe(200)
  return body as readonly SharedIdentifier[]
}
const graphOf = async (accountId: string, browser = mario.browser) => {
  const { status, body } = await browser.get(`/api/admin/connections/${accountId}`)
  expect(status).toBe(200)
  return body as ConnectionGraph
}
const namesIn = (shared: SharedIdentifier | undefined) => shared?.accounts.map(({ name }) => name)

describe('the connections that moderators see (Q-123)', () => {
  it('are identifiers that two accounts or more share, the newest connection first', async () => {
    const shared = await list()
    expect(shared.map((one) => [one.kind, one.accountCount, namesIn(one)])).toEqual([
      ['phone', 2, ['ida Bianchi', 'lia Bianchi']],
      ['mailbox', 2, ['ana Bianchi', 'ida Bianchi']],
      ['phone', 2, ['Hotel rosa', 'ana Bianchi']],
    ])
    const [newest] = shared
    expect(newest).toMatchObject({
      connectedAt: newest?.accounts[1]?.since,
      accounts: [
        { accountId: ids.ida, accountKind: 'client', registered: true, until: null, remembered: true, adoptedFrom: [] },
        { accountId: ids.lia },
      ],
    })
  })

  it('can be limited to a kind of identifier, and are returned in pages', async () => {
    const telephones = await list('?kind=phone')
    expect(telephones.map(({ kind }) => kind)).toEqual(['phone', 'phone'])
    const first = await mario.browser.get('/api/admin/connections?kind=phone&limit=1')
    expect(first.body).toEqual(telephones.slice(0, 1))
    const cursor = first.headers.get('X-Next-Cursor')
    expect(await list(`?kind=phone&limit=1&cursor=${cursor}`)).toEqual(telephones.slice(1))
  })

  it('show neither numbers and addresses nor their keyed hashes', async () => {
    const answers = JSON.stringify([await list(), await graphOf(ids.ana)])
    // ids and times may contain a few digits of a number by chance
    expect(answers).not.toMatch(/347 ?100000|@|example|hash/)
    const { rows } = await garbo.database.pool.query<{ hash: string }>('select hash from read.identifiers')
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.filter(({ hash }) => answers.includes(hash))).toEqual([])
  })
})

describe('the graph of an account (Q-123)', () => {
  it('shows the accounts up to two steps away and what they share', async () => {
    const { accounts, identifiers, uses, cut } = await graphOf(ids.rosa)
    expect(accounts.map(({ accountId, name, kind, steps }) => [accountId, name, kind, steps])).toEqual([
      [ids.rosa, 'Hotel rosa', 'business', 0],
      [ids.ana, 'ana Bianchi', 'client', 1],
      [ids.ida, 'ida Bianchi', 'client', 2],
    ])
    expect(identifiers).toEqual([
      { n: 1, kind: 'phone' },
      { n: 2, kind: 'mailbox' },
    ])
    expect(uses.map(({ identifier, accountId }) => [identifier, accountId])).toEqual([
      [1, ids.rosa],
      [1, ids.ana],
      [2, ids.ana],
      [2, ids.ida],
    ])
    expect(cut).toBe(false)
  })

  it('keeps what an account no longer uses, with the end', async () => {
    const shared = '+39 347 1000005'
    const bea = await signUpClientWithId(garbo, 'bea', { phone: shared })
    const eva = await signUpClientWithId(garbo, 'eva', { phone: shared })
    await changePhone(eva.browser, '+39 347 1000006')
    expect(await graphOf(eva.id)).toMatchObject({
      uses: [
        { accountId: bea.id, until: null },
        { accountId: eva.id, until: expect.any(String), remembered: true },
      ],
    })
  })

  it('marks the number of a client that a business took later: it does not connect them', async () => {
    const sole = await signUpBusiness(garbo, 'sole')
    await changePhone(sole.browser, adoptedPhone)
    const { uses } = await graphOf(sole.id)
    expect(uses.map(({ accountId, adoptedFrom }) => [accountId, adoptedFrom])).toEqual([
      [ids.vera, []],
      [sole.id, [ids.vera]],
    ])
  })

  it('of an account without connections is the account alone; an unknown account has none', async () => {
    const sola = await signUpClientWithId(garbo, 'sola')
    expect(await graphOf(sola.id)).toMatchObject({ accounts: [{ accountId: sola.id }], identifiers: [], uses: [] })
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await mario.browser.get(`/api/admin/connections/${unknown}`)).toMatchObject({
      status: 404,
      body: { code: 'AccountUnknown' },
    })
  })

  it('names the open cases about reviews by its accounts', async () => {
    const target = await signUpBusiness(garbo, 'stella')
    const ugo = await signUpClientWithId(garbo, 'ugo')
    const review = { rating: 1, targetType: 'BUSINESS', targetId: target.id, reasonCode: 'SERVICE' }
    const { body } = await ugo.browser.post('/api/reviews', review, ugo.browser.idempotencyKey())
    const reviewId = (body as { readonly id: string }).id
    const flag = { reason: 'FAKE', note: 'Mai stato qui.' }
    expect((await target.browser.post(`/api/reviews/${reviewId}/flag`, flag)).status).toBe(201)
    expect((await graphOf(ugo.id)).accounts).toMatchObject([{ openCases: [{ caseId: `flag-${reviewId}-1` }] }])
  })
})

describe('connections of the moderator (Q-128)', () => {
  it('are shown to other moderators only, also those of the accounts connected with the moderator', async () => {
    const nora = await signUpModerator(garbo, 'nora')
    await changePhone(nora.browser, ownPhone)
    const friend = await signUpClientWithId(garbo, 'amica', { phone: ownPhone })
    const further = await signUpClientWithId(garbo, 'amica+due', { firstName: 'lontana' })
    const namesOf = async (browser: ApiClient) => (await list('', browser)).flatMap(namesIn)
    expect(await namesOf(mario.browser)).toEqual(
      expect.arrayContaining(['Hotel nora', 'amica Bianchi', 'lontana Bianchi']),
    )
    const shownToNora = await namesOf(nora.browser)
    expect(shownToNora).toContain('Hotel rosa')
    expect(shownToNora.filter((name) => /nora|amica|lontana/.test(name ?? ''))).toEqual([])
    for (const accountId of [nora.id, friend.id, further.id])
      expect(await nora.browser.get(`/api/admin/connections/${accountId}`)).toMatchObject({
        status: 403,
        body: { code: 'OwnMatter' },
      })
    expect((await graphOf(nora.id)).accounts).toHaveLength(3)
  })

  it('like those of a competitor, are not shown to the moderator', async () => {
    const rival = await signUpBusiness(garbo, 'rivale')
    await runOperatorCommand(garbo, 'role', 'grant', rival.email, 'MODERATORE')
    expect((await list('', rival.browser)).flatMap(namesIn)).not.toContain('Hotel rosa')
    const readsNothing = async () => {
      for (const path of [`/api/admin/connections/${ids.rosa}`, `/api/admin/businesses/${ids.rosa}/exclusions`])
        expect(await rival.browser.get(path)).toMatchObject({ status: 403, body: { code: 'OwnMatter' } })
    }
    await readsNothing()
    expect(await rival.browser.patch('/api/user/profile', { businessType: 'bar' })).toMatchObject({ status: 200 })
    await readsNothing()
  })

  it('Q-97: are recorded with every account that was shown', async () => {
    await graphOf(ids.rosa)
    const recorded = async () => {
      const { rows } = await garbo.database.pool.query<{ subject: string }>(
        `select subject from audit.access_log where what = 'staff-read' and why = 'connections' and actor = $1`,
        [mario.id],
      )
      return rows.map(({ subject }) => subject)
    }
    await expect.poll(recorded, { timeout: 10_000 }).toEqual(expect.arrayContaining([ids.rosa, ids.ana, ids.ida]))
  })
})
