import * as fc from 'fast-check'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { rowsToCsv } from '../../../../web/api/csv.ts'
import { type ZipEntry, zipStream } from '../../../../web/api/zip.ts'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import { dataExport } from '../../../../web/contract/privacy/privacy.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { inWallet } from '../../../support/ava/earned-ava.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const download = async (browser: ApiClient, format = '') => {
  const headers = { cookie: browser.cookie(), origin: garbo.address }
  const response = await fetch(`${garbo.address}/api/user/export${format}`, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Reads the files of a zip through its central directory. */
const unzip = (zip: Buffer): ReadonlyMap<string, string> => {
  const files = new Map<string, string>()
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let offset = zip.readUInt32LE(end + 16)
  for (let remaining = zip.readUInt16LE(end + 10); remaining > 0; remaining--) {
    const [compressedSize, nameLength, localHeader] = [
      zip.readUInt32LE(offset + 20),
      zip.readUInt16LE(offset + 28),
      zip.readUInt32LE(offset + 42),
    ]
    const name = zip.subarray(offset + 46, offset + 46 + nameLength).toString()
    const start = localHeader + 30 + zip.readUInt16LE(localHeader + 26) + zip.readUInt16LE(localHeader + 28)
    files.set(name, inflateRawSync(zip.subarray(start, start + compressedSize)).toString())
    offset += 46 + nameLength
  }
  return files
}

describe('A-76, Q-93: the export of personal data', () => {
  let ana: Awaited<ReturnType<typeof signUpClient>>
  let rosa: Awaited<ReturnType<typeof signUpBusiness>>
  beforeAll(async () => {
    rosa = await signUpBusiness(garbo, 'rosa', { businessName: 'Locanda Rosa' })
    ana = await signUpClient(garbo, 'ana', { firstName: 'Anastasia', lastName: 'Anelli' })
    const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }
    const stay = { stayType: 'leisure', stayDate: '2026-01-10', comment: 'Ospite educata' }
    await rosa.browser.post('/api/ratings', { clientEmail: ana.email, ...scores, ...stay })
    const content = { rating: 4, comment: '=CIAO() "a tutti"', reasonCode: 'SERVICE', reasonTags: [] }
    const target = { targetType: 'BUSINESS', targetId: rosa.id }
    const review = await ana.browser.post('/api/reviews', { ...content, ...target }, ana.browser.idempotencyKey())
    const { id } = review.body as { id: string }
    await rosa.browser.post(
      `/api/reviews/${id}/flag`,
      { reason: 'FAKE', note: 'Mai vista' },
      rosa.browser.idempotencyKey(),
    )
  })

  it('Q-127: is announced to the owner by letter', async () => {
    const { browser, email } = await signUpClient(garbo, 'lea')
    await download(browser)
    await waitForMessageMatching(browser, email, /è stata scaricata una copia di tutti i dati/)
  })

  it('E-47: returns JSON, with the date in the file name', async () => {
    const { response, bytes } = await download(ana.browser)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="garbo-dati-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const all = dataExport.strict().parse(JSON.parse(bytes.toString()))
    expect(all.userProfile).toMatchObject({ firstName: 'Anastasia', email: ana.email })
    expect(all.reviewsWritten).toMatchObject([{ rating: 4, comment: '=CIAO() "a tutti"', targetName: 'Locanda Rosa' }])
    expect(all.ratings).toMatchObject([{ overallRating: 5, comment: 'Ospite educata' }])
    expect(all.history.map(({ what }) => what)).toEqual(expect.arrayContaining(['ClientRegistered', 'EmailConfirmed']))
  })

  it('Q-46: does not tell which venue’s rating earned AVA, nor when', async () => {
    const { browser, clientId } = await signUpClient(garbo, 'zoe')
    const { id } = (await browser.get('/api/auth/user')).body as { id: string }
    const at = '2026-05-02T08:15:00.000Z' as Instant
    await inWallet(garbo.config, {
      type: 'ReconcileStays',
      accountId: id,
      stays: [
        {
          ratingId: `${rosa.id}_${clientId}_2026-05-01`,
          businessId: rosa.id,
          countsAs: rosa.id,
          overall: 5,
          since: at,
        },
      ],
      activations: [{ version: 2, from: at }],
      writtenOff: [],
      at,
    })
    const text = (await download(browser)).bytes.toString()
    const earned = dataExport.parse(JSON.parse(text)).history.filter(({ what }) => what === 'AvaEarned')
    expect(earned).toMatchObject([
      { reason: 'FIVE_STARS', at: '2026-05-02T00:00:00.000Z' },
      { reason: 'FIRST_STAY', at: '2026-05-02T00:00:00.000Z' },
    ])
    for (const telling of [rosa.id, '2026-05-01', '08:15']) expect(text).not.toContain(telling)
  })

  it('contains no name of raters, rated clients, authors or reporters', async () => {
    const anasExport = (await download(ana.browser)).bytes.toString()
    const rosasExport = (await download(rosa.browser)).bytes.toString()
    const { reviewsReceived } = dataExport.parse(JSON.parse(rosasExport))
    expect(reviewsReceived).toMatchObject([{ rating: 4 }])
    for (const text of ['Anastasia', 'Anelli', ana.email]) expect(rosasExport).not.toContain(text)
    for (const text of ['Mai vista', rosa.email]) expect(anasExport).not.toContain(text)
    const { ratings } = dataExport.parse(JSON.parse(anasExport))
    expect(JSON.stringify(ratings)).not.toContain(rosa.id)
  })

  it('contains the user’s statements, the decision and the appeal, but not the other party’s statements', async () => {
    const marta = await signUpModerator(garbo, 'marta')
    const lia = await signUpClient(garbo, 'lia')
    const target = { targetType: 'BUSINESS', targetId: rosa.id, reasonCode: 'OTHER' }
    const review = await lia.browser.post('/api/reviews', { rating: 1, ...target }, lia.browser.idempotencyKey())
    const { id } = review.body as { id: string }
    const message = 'Lei non è mai stata da noi, ne siamo certi.'
    const opened = await rosa.browser.post(`/api/reviews/${id}/dispute`, { reason: 'OTHER', message })
    expect(opened.status).toBe(201)
    const statement = 'Ho la ricevuta del soggiorno, eccola qui.'
    expect((await lia.browser.post(`/api/disputes/${id}/statements`, { message: statement })).status).toBe(201)
    const verdict = { status: 'RESOLVED_UPHELD', resolution: 'Nessun soggiorno a suo nome.', moderatorNotes: 'Visto.' }
    expect((await marta.browser.patch(`/api/admin/disputes/${id}`, verdict)).status).toBe(200)
    const [decision] = endpoints.ownDecisions.response.parse((await lia.browser.get(endpoints.ownDecisions.path)).body)
    const appeal = { reason: 'La ricevuta porta la data e il numero della camera.' }
    const submitted = await lia.browser.post(
      `/api/decisions/${decision?.id}/appeal`,
      appeal,
      lia.browser.idempotencyKey(),
    )
    expect(submitted.status).toBe(201)
    const all = dataExport.parse(JSON.parse((await download(lia.browser)).bytes.toString()))
    expect(all.disputeStatements).toMatchObject([{ disputeId: id, message: statement }])
    expect(all.decisions).toMatchObject([{ reviewId: id, kind: 'REMOVED' }])
    expect(all.appeals).toMatchObject([{ reviewId: id, ...appeal }])
    for (const text of [message, marta.email, 'Visto.']) expect(JSON.stringify(all)).not.toContain(text)
  })

  it('contains every received rating, even more than a list shows', async () => {
    const { rowCount } = await garbo.database.pool.query(
      `insert into read.ratings select (jsonb_populate_record(r, jsonb_build_object('key', r.key || '-' || n))).*
       from read.ratings r, generate_series(1, 300) n`,
    )
    const { ratings } = dataExport.parse(JSON.parse((await download(ana.browser)).bytes.toString()))
    expect(ratings).toHaveLength((rowCount ?? 0) + 1)
  })

  it('returns a zip of CSV files without formulas on request', async () => {
    const { response, bytes } = await download(ana.browser, '?format=csv')
    expect(response.headers.get('content-disposition')).toMatch(/\.zip"$/)
    const files = unzip(bytes)
    expect([...files.keys()]).toEqual(expect.arrayContaining(['userProfile.csv', 'reviewsWritten.csv', 'history.csv']))
    expect(files.get('reviewsWritten.csv')).toContain(`"'=CIAO() ""a tutti"""`)
  })

  it('is available to suspended users, but to no visitor and in no other format', async () => {
    const mario = await signUpModerator(garbo, 'mario')
    const account = (await rosa.browser.get('/api/auth/user')).body as { id: string }
    const sanction = { userId: account.id, reason: 'HARASSMENT', severity: 'MEDIUM' }
    const imposed = await mario.browser.post('/api/admin/sanctions', sanction, mario.browser.idempotencyKey())
    expect(imposed.status).toBe(201)
    expect((await rosa.browser.get('/api/ratings')).status).toBe(403)
    expect((await download(rosa.browser)).response.status).toBe(200)
    expect((await download(garbo.visitor())).response.status).toBe(401)
    expect((await ana.browser.get('/api/user/export?format=xml')).status).toBe(400)
  })
})

describe('an export', () => {
  it('includes every file in a zip', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 5 }), async (names) => {
        const entries = async function* (): AsyncGenerator<ZipEntry> {
          for (const name of names) yield { name, content: Buffer.from(name.repeat(300)) }
        }
        const parts: Uint8Array[] = []
        for await (const part of zipStream(entries())) parts.push(part)
        expect([...unzip(Buffer.concat(parts))]).toEqual(names.map((name) => [name, name.repeat(300)]))
      }),
    ))

  it('starts no CSV cell like a formula, except negative numbers', () =>
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string(), (formulaSign, rest) => {
        const [, line = ''] = rowsToCsv([{ a: formulaSign + rest }]).split('a\r\n')
        expect(line.replace(/^"/, '')).toMatch(/^'/)
        expect(rowsToCsv([{ a: -5 }])).toBe('a\r\n-5\r\n')
      }),
    ))
})
