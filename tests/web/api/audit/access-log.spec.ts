import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeIn, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let people: Awaited<ReturnType<typeof signUpEverybody>>
const signUpEverybody = async () => ({
  ana: await signUpClient(garbo, 'ana'),
  rosa: await signUpBusiness(garbo, 'rosa'),
  mario: await signUpStaff(garbo, 'mario', 'MODERATORE'),
  rita: await signUpStaff(garbo, 'rita', 'REVISORE'),
})
beforeAll(async () => {
  garbo = await startTestGarbo({ LOGIN_MAX_FAILURES: '2' })
  people = await signUpEverybody()
}, 120_000)
afterAll(() => garbo.stop())

interface Row {
  readonly what: string
  readonly outcome: string
  readonly actor: string | null
  readonly role: string | null
  readonly subject: string | null
  readonly why: string | null
  readonly device: string | null
  readonly correlation_id: string
}

/** Entries from a number on, once the given act is among them. */
const entriesWith = async (what: string, since = '0') => {
  const read = async () => {
    const { rows } = await garbo.database.pool.query<Row>(
      'select * from audit.access_log where number > $1 order by number',
      [since],
    )
    return rows
  }
  await expect.poll(async () => (await read()).map((row) => row.what), { timeout: 10_000 }).toContain(what)
  return read()
}
const latest = async (): Promise<string> => {
  const { rows } = await garbo.database.pool.query<{ number: string }>(
    'select last_value::text as number from audit.access_log_numbers',
  )
  return rows[0]?.number ?? '0'
}
const idOf = async (person: { readonly browser: { readonly get: (path: string) => Promise<{ body: unknown }> } }) =>
  ((await person.browser.get('/api/auth/user')).body as { id: string }).id

describe('the access log of sign-ins', () => {
  it('Q-97: names the account of a sign-in, a failed one and a lockout, whatever the response says', async () => {
    const [ana, since] = [await idOf(people.ana), await latest()]
    const browser = garbo.visitor()
    const signedIn = await browser.post('/api/auth/login-client', { email: people.ana.email, password })
    expect(signedIn.status).toBe(200)
    const stranger = garbo.visitor()
    const guess = { email: people.ana.email, password: 'Sbagliata.2026!' }
    for (let attempt = 0; attempt < 3; attempt++)
      expect((await stranger.post('/api/auth/login-client', guess)).status).toBe(401)
    const entries = (await entriesWith('lockout', since)).filter(({ subject }) => subject === ana)
    expect(entries.map(({ what, outcome, why }) => [what, outcome, why])).toEqual([
      ['sign-in', 'success', 'password'],
      ['failed-sign-in', 'refused', 'password'],
      ['failed-sign-in', 'refused', 'password'],
      ['lockout', 'refused', 'password'],
    ])
    expect(entries[0]).toMatchObject({ actor: ana, subject: ana })
  })

  it('Q-97: has no account for an unknown name, and no invalid requests', async () => {
    const since = await latest()
    const browser = garbo.visitor()
    await browser.post('/api/auth/login-client', {})
    await browser.post('/api/auth/login-client', { email: 'nessuno@example.it', password })
    const entries = await entriesWith('failed-sign-in', since)
    expect(entries).toMatchObject([{ what: 'failed-sign-in', actor: null, subject: null }])
  })

  it('Q-97: follows a recovery from its request to the new password', async () => {
    const [rosa, since] = [await idOf(people.rosa), await latest()]
    const browser = garbo.visitor()
    await browser.post('/api/auth/send-reset-code', { email: people.rosa.email, userType: 'business' })
    const code = codeIn(await waitForMessageMatching(browser, people.rosa.email, /nuova password è/))
    const reset = { email: people.rosa.email, code, newPassword: 'Rinnovata.2027!', userType: 'business' }
    expect((await browser.post('/api/auth/reset-password', reset)).status).toBe(204)
    const entries = await entriesWith('password-change', since)
    expect(entries.map(({ what, why, subject }) => [what, why, subject])).toEqual([
      ['recovery', 'reset-code', null],
      ['recovery', 'reset-code', rosa],
      ['password-change', 'reset-code', rosa],
    ])
    expect(entries[0]?.correlation_id).toBe(entries[1]?.correlation_id)
    people = { ...people, rosa: { ...people.rosa, browser } }
    await browser.post('/api/auth/login', { username: 'rosa', password: 'Rinnovata.2027!' })
  })

  it('Q-97, Q-11: names the account whose role the operator changed', async () => {
    const mario = await idOf(people.mario)
    const entries = await entriesWith('role-change')
    expect(entries.filter(({ what }) => what === 'role-change')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ role: 'OPERATORE', actor: null, subject: mario, why: 'granted' }) as unknown,
      ]),
    )
  })
})

describe('the access log of staff', () => {
  it('E-13, Q-97: has one row of each thing that a member of staff reads about an account, and each decision', async () => {
    const [ana, rosa, mario, since] = [
      await idOf(people.ana),
      await idOf(people.rosa),
      await idOf(people.mario),
      await latest(),
    ]
    const review = {
      rating: 1,
      targetType: 'BUSINESS',
      targetId: rosa,
      reasonCode: 'SERVICE',
      comment: 'Servizio lento.',
    }
    const { body } = await people.ana.browser.post('/api/reviews', review)
    const { id } = body as { id: string }
    const staff = people.mario.browser
    for (let n = 0; n < 3; n++) expect((await staff.get('/api/admin/reviews')).status).toBe(200)
    expect((await staff.get(`/api/cases/review-${id}/replay`)).status).toBe(200)
    const decision = { moderationStatus: 'HIDDEN' }
    const decided = await staff.patch(`/api/admin/reviews/${id}/moderate`, decision)
    expect([decided.status, decided.body]).toMatchObject([200, {}])
    const entries = (await entriesWith('moderation', since)).filter(({ actor }) => actor === mario)
    expect(entries.map(({ what, role, subject, why }) => [what, role, subject, why])).toEqual([
      ['staff-read', 'MODERATORE', ana, 'reviews'],
      ['staff-read', 'MODERATORE', rosa, 'reviews'],
      ['staff-read', 'MODERATORE', ana, 'replay'],
      ['staff-read', 'MODERATORE', rosa, 'replay'],
      ['moderation', 'MODERATORE', ana, 'reviews'],
    ])
    const correlated = await garbo.database.pool.query('select from log.events where meta::text like $1', [
      `%${entries.at(-1)?.correlation_id ?? ''}%`,
    ])
    expect(correlated.rowCount).toBeGreaterThan(0)
  })

  it('Q-97: has the refused attempts of signed-in people, and not the reading of one’s own case', async () => {
    const [ana, since] = [await idOf(people.ana), await latest()]
    expect((await people.ana.browser.get('/api/admin/sanctions')).status).toBe(403)
    expect((await garbo.visitor().get('/api/admin/sanctions')).status).toBe(401)
    await people.ana.browser.get('/api/cases/review-unknown/replay')
    const entries = await entriesWith('staff-read', since)
    expect(entries).toMatchObject([{ what: 'staff-read', outcome: 'refused', actor: ana, subject: null }])
  })
})

describe('reading the access log', () => {
  interface Found {
    readonly items: readonly (Readonly<Record<string, string | null>> & { readonly at: string })[]
    readonly nextCursor: string | null
  }
  const search = async (query: string) => {
    const { status, body } = await people.rita.browser.get(`/api/audit/access-log?${query}`)
    expect(status).toBe(200)
    return body as Found
  }

  it('Q-97: shows people who looked at their data and when they signed in, by role only', async () => {
    await entriesWith('moderation')
    const { status, body } = await people.ana.browser.get('/api/user/access-log')
    expect(status).toBe(200)
    const list = body as readonly Record<string, string | null>[]
    expect(list.map(({ role, what, why }) => [role, what, why])).toEqual(
      expect.arrayContaining([
        ['MODERATORE', 'moderation', 'Esame delle recensioni'],
        ['MODERATORE', 'staff-read', 'Esame delle recensioni'],
        ['sconosciuto', 'lockout', 'Con la password'],
        ['tu', 'sign-in', 'Con la password'],
      ]),
    )
    expect(list.flatMap((entry) => Object.keys(entry))).toEqual(list.flatMap(() => ['at', 'role', 'what', 'why']))
    expect(JSON.stringify(list)).not.toContain(await idOf(people.mario))
    expect(JSON.stringify(list)).not.toContain('@')
  })

  it('Q-97: shows the kind of browser of one’s own sign-ins', async () => {
    const browser = garbo.visitor()
    const since = await latest()
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const signedIn = await browser.post('/api/auth/login', { username: 'rita', password }, headers)
    expect(signedIn.status).toBe(200)
    await entriesWith('sign-in', since)
    const { body } = await browser.get('/api/user/access-log?limit=1')
    expect(body).toMatchObject([{ role: 'tu', what: 'sign-in', why: 'Con la password · Firefox su Windows' }])
  })

  it('D-36: pages through one’s own entries', async () => {
    const first = await people.ana.browser.get('/api/user/access-log?limit=2')
    const cursor = first.headers.get('x-next-cursor') ?? ''
    const second = await people.ana.browser.get(`/api/user/access-log?limit=2&cursor=${cursor}`)
    const all = await people.ana.browser.get('/api/user/access-log?limit=4')
    expect([...(first.body as unknown[]), ...(second.body as unknown[])]).toEqual(all.body)
    expect(await people.ana.browser.get('/api/user/access-log?cursor=xyz')).toMatchObject({ status: 400 })
  })

  it('Q-97: is searched by auditors by account, act and time', async () => {
    const [ana, mario] = [await idOf(people.ana), await idOf(people.mario)]
    const ofAna = await search(`subject=${ana}&actor=${mario}&what=staff-read`)
    const reading = { subject: ana, actor: mario, role: 'MODERATORE', outcome: 'success' }
    expect(ofAna.items).toMatchObject([reading, reading])
    expect(Object.keys(ofAna.items[0] ?? {}).toSorted()).toEqual(
      ['id', 'at', 'what', 'outcome', 'actor', 'role', 'subject', 'why', 'source', 'correlationId'].toSorted(),
    )
    const byMario = await search(`actor=${mario}`)
    expect(byMario.items.map(({ actor }) => actor)).toEqual(byMario.items.map(() => mario))
    const at = ofAna.items[1]?.at ?? ''
    expect((await search(`subject=${ana}&actor=${mario}&what=staff-read&to=${at}`)).items).toEqual([])
    const day = at.slice(0, 10)
    expect(
      (await search(`subject=${ana}&actor=${mario}&what=staff-read&from=${day}&to=2099-12-31`)).items,
    ).toHaveLength(2)
    const page = await search(`subject=${ana}&what=failed-sign-in&limit=1`)
    const next = await search(`subject=${ana}&what=failed-sign-in&limit=1&cursor=${page.nextCursor ?? ''}`)
    expect(next.items).toHaveLength(1)
    expect(next.items).not.toEqual(page.items)
  })

  it('Q-97: records that an auditor searched for an account', async () => {
    const [ana, rita] = [await idOf(people.ana), await idOf(people.rita)]
    const found = async () => (await search(`subject=${ana}&actor=${rita}`)).items
    await expect.poll(found).toMatchObject([{ what: 'staff-read', why: 'Registro degli accessi', role: 'REVISORE' }])
  })

  it('Q-97: tells everyone whose entries an auditor saw, however they were searched for', async () => {
    const [eva, rita] = [await signUpClientWithId(garbo, 'eva'), await idOf(people.rita)]
    await eva.browser.get('/api/user/export')
    await expect.poll(async () => (await search(`actor=${eva.id}`)).items.length).toBeGreaterThan(0)
    await expect
      .poll(async () => (await eva.browser.get('/api/user/access-log')).body)
      .toContainEqual(expect.objectContaining({ role: 'REVISORE', what: 'staff-read', why: 'Registro degli accessi' }))
    expect((await search(`subject=${eva.id}&actor=${rita}`)).items).toHaveLength(1)
  })

  it('D-36: does not keep what was typed instead of an account', async () => {
    await people.rita.browser.get('/api/audit/access-log?subject=Mario_Rossi')
    await people.mario.browser.get('/api/admin/businesses/Mario_Rossi/exclusions')
    await expect.poll(async () => (await search(`actor=${await idOf(people.mario)}`)).items.length).toBeGreaterThan(0)
    const { rowCount } = await garbo.database.pool.query(`select from audit.access_log where subject ilike '%rossi%'`)
    expect(rowCount).toBe(0)
  })

  it('P-10: is closed to moderators; invalid filters are rejected', async () => {
    expect((await people.mario.browser.get('/api/audit/access-log')).status).toBe(403)
    for (const query of [
      'what=nothing',
      'from=yesterday',
      'to=2026-13-01',
      'from=0000-01-01T00:00:00Z',
      'cursor=x',
      'from=2026-11-28T00:00:00-23:59',
      'to=2026-11-28T00:00:00%2B16:00',
    ])
      expect([query, (await people.rita.browser.get(`/api/audit/access-log?${query}`)).status]).toEqual([query, 400])
  })
})

describe('the access log of one’s own acts', () => {
  it('Q-97: has an export and the end of a session', async () => {
    const [rosa, since] = [await idOf(people.rosa), await latest()]
    expect((await people.rosa.browser.get('/api/user/export')).status).toBe(200)
    await people.rosa.browser.post('/api/auth/logout', {})
    const entries = (await entriesWith('sign-out', since)).filter(({ actor }) => actor === rosa)
    expect(entries.map(({ what, subject, why }) => [what, subject, why])).toEqual([
      ['export', rosa, 'personal-data'],
      ['sign-out', rosa, null],
    ])
  })

  it('Q-97, Q-92: no longer names an account that was erased', async () => {
    const { browser } = await signUpClient(garbo, 'tea')
    const tea = await idOf({ browser })
    const request = { confirmationText: 'ELIMINA IL MIO ACCOUNT', password }
    expect((await browser.post('/api/user/delete-account', request)).status).toBe(204)
    await entriesWith('deletion')
    const left = async () => {
      const { rowCount } = await garbo.database.pool.query(
        'select from audit.access_log where subject = $1 or actor = $1',
        [tea],
      )
      return rowCount
    }
    await expect.poll(left, { timeout: 20_000 }).toBe(0)
  })

  it('D-36: holds neither addresses nor e-mails', async () => {
    const { rows } = await garbo.database.pool.query<{ text: string }>(
      `select string_agg(a::text, ' ') as text from audit.access_log a`,
    )
    expect(rows[0]?.text).not.toMatch(/127\.0\.0\.1|::1|@|example/)
  })
})
