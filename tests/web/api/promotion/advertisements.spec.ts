import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let client: ApiClient
let business: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo()
  client = (await signUpClient(garbo, 'ana')).browser
  business = (await signUpBusiness(garbo, 'rosa')).browser
})
afterAll(() => garbo.stop())

const runAds = (...args: readonly string[]) => {
  const { DATABASE_URL, GARBO_MASTER_KEY } = garbo.config
  const env = { ...process.env, DATABASE_URL, GARBO_MASTER_KEY, GARBO_HOME: garbo.home }
  return spawnSync('node', ['infrastructure/cli/main.ts', 'ads', ...args], { env, encoding: 'utf8' })
}
const writeFile = (content: unknown): string => {
  const path = join(garbo.home, 'ads.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}
const entry = (linkId: string, fields: object = {}) => ({
  linkId,
  advertiserName: 'Cantina Bellavista',
  name: `Offerta ${linkId}`,
  clickUrl: `https://offerte.example/${linkId}`,
  ...fields,
})
const listIds = async (query = '') => {
  const { status, body } = await garbo.visitor().get(`/api/advertisements${query}`)
  expect(status).toBe(200)
  return (body as { id: string }[]).map(({ id }) => id)
}
const longPoll = { timeout: 20_000, interval: 50 }
/** Imports advertisements and waits until they are shown. */
const importAndWait = async (entries: readonly object[], shown: readonly string[]) => {
  const result = runAds('import', writeFile(entries))
  expect(result).toMatchObject({ status: 0, stderr: '' })
  await vi.waitFor(async () => expect(await listIds('?limit=20')).toEqual(shown), longPoll)
  return result.stdout.trim()
}

const markup = { htmlLinks: '<img src="https://spia.example/1.gif">', javascriptLinks: '<script>alert(1)</script>' }
const past = { promotionalDate: '2026-01-01', promotionalEndDate: '2026-01-31' }
const season = { promotionalDate: '2020-01-01', promotionalEndDate: '2198-12-31' }

describe('importing advertisements', () => {
  it('reports a file that does not exist', () => {
    expect(runAds('import', 'nowhere.json')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'nowhere.json cannot be read (ENOENT).\n',
    })
  })

  it('A-84, E-15, C-20, A-67, B-12: publishes them to everyone, by priority, in the requested number', async () => {
    const entries = ['1', '2', '3', '4', '5', '6', '7'].map((id) => entry(id, { priority: Number(id) }))
    const summary = await importAndWait(entries, ['7', '6', '5', '4', '3', '2', '1'])
    expect(summary).toBe('7 published, 0 revised, 0 withdrawn, 0 unchanged.')
    expect(await listIds()).toHaveLength(6)
    expect(await listIds('?userType=user&limit=3')).toEqual(['7', '6', '5'])
    expect(await listIds('?userType=client&limit=6')).toEqual(['7', '6', '5', '4', '3', '2'])
    expect((await client.get('/api/advertisements?limit=3')).body).toEqual(
      (await business.get('/api/advertisements?limit=3')).body,
    )
  })

  it('Q-77: updates them by id and withdraws missing ones when repeated', async () => {
    const summary = await importAndWait(
      [entry('7'), entry('5', { priority: 9, name: 'Terme' }), entry('8')],
      ['5', '8', '7'],
    )
    expect(summary).toBe('1 published, 2 revised, 5 withdrawn, 0 unchanged.')
    expect((await garbo.visitor().get('/api/advertisements')).body).toMatchObject([{ id: '5', name: 'Terme' }, {}, {}])
  })

  it('A-67: shows only active ones within their dates', async () => {
    const inactive = entry('off', { isActive: false })
    await importAndWait(
      [entry('on', season), inactive, entry('past', past), entry('next', { promotionalDate: '2198-01-01' })],
      ['on'],
    )
  })

  it('Q-77: shows a price only if the file has one, and neither markup nor scripts', async () => {
    await importAndWait([entry('a', { price: 49.9, priority: 2, ...markup }), entry('b', markup)], ['a', 'b'])
    const { body } = await garbo.visitor().get('/api/advertisements')
    expect(body).toMatchObject([{ price: 49.9 }, { price: null }])
    expect(JSON.stringify(body)).not.toMatch(/<|spia|alert/)
  })

  it('changes nothing when one entry is faulty, and reports the entry', async () => {
    const before = await listIds()
    const result = runAds('import', writeFile([entry('neu'), entry('x', { clickUrl: 'http://offerte.example/' })]))
    expect(result).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'Nothing was imported.\nentry 2 (x): clickUrl must be an https address\n',
    })
    expect(runAds('import', join(garbo.home, 'none.json')).status).toBe(1)
    expect(runAds('list').stdout).not.toContain('neu')
    expect(await listIds()).toEqual(before)
  })
})

describe('clicking an advertisement', () => {
  const clicksOf = async (id: string) => {
    const { rows } = await garbo.database.pool.query<{ n: string }>(
      'select count(*) as n from read.ad_clicks where link_id = $1',
      [id],
    )
    return Number(rows[0]?.n)
  }
  beforeAll(async () => {
    await importAndWait([entry('seen'), entry('off', { isActive: false })], ['seen'])
  })

  it('E-55, A-68: returns its target and counts each account once a day', async () => {
    const redirect = { status: 200, body: { clickUrl: 'https://offerte.example/seen' } }
    for (const browser of [client, business, client])
      expect(await browser.post('/api/advertisements/seen/click')).toMatchObject(redirect)
    await expect.poll(() => clicksOf('seen'), longPoll).toBe(2)
    expect(runAds('list').stdout).toMatch(/seen.*true.*2/)
  })

  it('A-68, Q-77: is attributed to the session, regardless of the body', async () => {
    const lia = (await signUpClient(garbo, 'lia')).browser
    const forged = { userId: 'account-other', userType: 'user' }
    const { status, body } = await lia.post('/api/advertisements/seen/click', forged)
    expect([status, body]).toEqual([200, { clickUrl: 'https://offerte.example/seen' }])
    await expect.poll(() => clicksOf('seen'), longPoll).toBe(3)
    const { rows } = await garbo.database.pool.query<{ account_id: string; user_type: string }>(
      'select account_id, user_type from read.ad_clicks order by clicked_at desc limit 1',
    )
    expect(rows).toMatchObject([{ user_type: 'client', account_id: expect.not.stringContaining('account-other') }])
  })

  it('A-68: is rejected in Italian for visitors and hidden advertisements', async () => {
    const rejected = (status: number, code: string) => ({
      status,
      body: { code, message: expect.stringMatching(/\w+ \w+/) },
    })
    expect(await garbo.visitor().post('/api/advertisements/seen/click')).toMatchObject(rejected(401, 'NotSignedIn'))
    for (const id of ['off', 'nobody'])
      expect(await client.post(`/api/advertisements/${id}/click`)).toMatchObject(rejected(404, 'AdvertisementUnknown'))
    expect(await client.post('/api/advertisements/seen/click', { surprise: 1 })).toMatchObject({ status: 400 })
  })

  it('E-16: is recorded by ids only, and not in the server log', async () => {
    const { rows } = await garbo.database.pool.query<{ data: string }>(
      `select e.data from log.events e join log.types t using (type_no) where t.name = 'AdvertisementClicked'`,
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { data } of rows)
      expect(Object.keys(JSON.parse(data) as object).toSorted()).toEqual([
        'accountId',
        'at',
        'day',
        'linkId',
        'userType',
      ])
    expect(garbo.log()).toContain('"route":"/api/advertisements/:id/click"')
    expect(garbo.log()).not.toContain('/seen/click')
  })
})
