import * as fc from 'fast-check'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsToCsv } from '../../../../web/api/csv.ts'
import { type ZipEntry, zipStream } from '../../../../web/api/privacy/zip.ts'
import { calls } from '../../../../web/contract/calls.ts'
import { dataExport } from '../../../../web/contract/privacy/privacy.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const download = async (browser: ApiClient, format = '') => {
  const headers = { cookie: browser.cookie(), origin: garbo.address }
  const answer = await fetch(`${garbo.address}/api/user/export${format}`, { headers })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** Reads the files of a zip through its central directory. */
const unzipped = (zip: Buffer): ReadonlyMap<string, string> => {
  const files = new Map<string, string>()
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength, head] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    files.set(name, inflateRawSync(zip.subarray(from, from + packed)).toString())
    at += 46 + nameLength
  }
  return files
}

describe('A-76, Q-93: exporting personal data', () => {
  let ana: Awaited<ReturnType<typeof signUpClient>>
  let rosa: Awaited<ReturnType<typeof signUpBusiness>>
  beforeAll(async () => {
    rosa = await signUpBusiness(garbo, 'rosa', { businessName: 'Locanda Rosa' })
    ana = await signUpClient(garbo, 'ana', { firstName: 'Anastasia', lastName: 'Anelli' })
    const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }
    const stay = { stayType: 'leisure', stayDate: '2026-01-10', comment: 'Ospite educata' }
    await rosa.browser.post('/api/ratings', { clientEmail: ana.email, ...scores, ...stay })
    const words = { rating: 4, comment: '=CIAO() "a tutti"', reasonCode: 'SERVICE', reasonTags: [] }
    const target = { targetType: 'BUSINESS', targetId: rosa.id }
    const review = await ana.browser.post('/api/reviews', { ...words, ...target }, ana.browser.intent())
    const { id } = review.body as { id: string }
    await rosa.browser.post(`/api/reviews/${id}/flag`, { reason: 'FAKE', note: 'Mai vista' }, rosa.browser.intent())
  })

  it('as JSON, with the date in the file name', async () => {
    const { answer, bytes } = await download(ana.browser)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="garbo-dati-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const all = dataExport.strict().parse(JSON.parse(bytes.toString()))
    expect(all.userProfile).toMatchObject({ firstName: 'Anastasia', email: ana.email })
    expect(all.reviewsWritten).toMatchObject([{ rating: 4, comment: '=CIAO() "a tutti"', targetName: 'Locanda Rosa' }])
    expect(all.ratings).toMatchObject([{ overallRating: 5, comment: 'Ospite educata' }])
    expect(all.history.map(({ what }) => what)).toEqual(expect.arrayContaining(['ClientRegistered', 'EmailConfirmed']))
  })

  it('contains no other name: no raters, rated clients, authors or reporters', async () => {
    const hers = (await download(ana.browser)).bytes.toString()
    const theirs = (await download(rosa.browser)).bytes.toString()
    const { reviewsReceived } = dataExport.parse(JSON.parse(theirs))
    expect(reviewsReceived).toMatchObject([{ rating: 4 }])
    for (const word of ['Anastasia', 'Anelli', ana.email]) expect(theirs).not.toContain(word)
    for (const word of ['Mai vista', rosa.email]) expect(hers).not.toContain(word)
    const { ratings } = dataExport.parse(JSON.parse(hers))
    expect(JSON.stringify(ratings)).not.toContain(rosa.id)
  })

  it('contains the user’s statements, the decision and the appeal, not the other party’s statements', async () => {
    const marta = await signUpModerator(garbo, 'marta')
    const lia = await signUpClient(garbo, 'lia')
    const target = { targetType: 'BUSINESS', targetId: rosa.id, reasonCode: 'OTHER' }
    const review = await lia.browser.post('/api/reviews', { rating: 1, ...target }, lia.browser.intent())
    const { id } = review.body as { id: string }
    const message = 'Lei non è mai stata da noi, ne siamo certi.'
    const disputed = await rosa.browser.post(`/api/reviews/${id}/dispute`, { reason: 'OTHER', message })
    expect(disputed.status).toBe(201)
    const said = 'Ho la ricevuta del soggiorno, eccola qui.'
    expect((await lia.browser.post(`/api/disputes/${id}/statements`, { message: said })).status).toBe(201)
    const verdict = { status: 'RESOLVED_UPHELD', resolution: 'Nessun soggiorno a suo nome.', moderatorNotes: 'Visto.' }
    expect((await marta.browser.patch(`/api/admin/disputes/${id}`, verdict)).status).toBe(200)
    const [decision] = calls.ownDecisions.response.parse((await lia.browser.get(calls.ownDecisions.path)).body)
    const plea = { reason: 'La ricevuta porta la data e il numero della camera.' }
    const lodged = await lia.browser.post(`/api/decisions/${decision?.id}/appeal`, plea, lia.browser.intent())
    expect(lodged.status).toBe(201)
    const all = dataExport.parse(JSON.parse((await download(lia.browser)).bytes.toString()))
    expect(all.disputeStatements).toMatchObject([{ disputeId: id, message: said }])
    expect(all.decisions).toMatchObject([{ reviewId: id, kind: 'REMOVED' }])
    expect(all.appeals).toMatchObject([{ reviewId: id, ...plea }])
    for (const word of [message, marta.email, 'Visto.']) expect(JSON.stringify(all)).not.toContain(word)
  })

  it('contains every received rating, including those beyond the lists', async () => {
    const { rowCount } = await garbo.database.pool.query(
      `insert into read.ratings select (jsonb_populate_record(r, jsonb_build_object('key', r.key || '-' || n))).*
       from read.ratings r, generate_series(1, 300) n`,
    )
    const { ratings } = dataExport.parse(JSON.parse((await download(ana.browser)).bytes.toString()))
    expect(ratings).toHaveLength((rowCount ?? 0) + 1)
  })

  it('as a zip of CSV files without formulas', async () => {
    const { answer, bytes } = await download(ana.browser, '?format=csv')
    expect(answer.headers.get('content-disposition')).toMatch(/\.zip"$/)
    const files = unzipped(bytes)
    expect([...files.keys()]).toEqual(expect.arrayContaining(['userProfile.csv', 'reviewsWritten.csv', 'history.csv']))
    expect(files.get('reviewsWritten.csv')).toContain(`"'=CIAO() ""a tutti"""`)
  })

  it('is available to suspended users, to no other account and in no other format', async () => {
    const mario = await signUpModerator(garbo, 'mario')
    const users = (await rosa.browser.get('/api/auth/user')).body as { id: string }
    const sanction = { userId: users.id, reason: 'HARASSMENT', severity: 'MEDIUM' }
    const imposed = await mario.browser.post('/api/admin/sanctions', sanction, mario.browser.intent())
    expect(imposed.status).toBe(201)
    expect((await rosa.browser.get('/api/ratings')).status).toBe(403)
    expect((await download(rosa.browser)).answer.status).toBe(200)
    expect((await download(garbo.visitor())).answer.status).toBe(401)
    expect((await ana.browser.get('/api/user/export?format=xml')).status).toBe(400)
  })
})

describe('export formats', () => {
  it('a zip contains every file', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 5 }), async (names) => {
        const entries = async function* (): AsyncGenerator<ZipEntry> {
          for (const name of names) yield { name, content: Buffer.from(name.repeat(300)) }
        }
        const parts: Uint8Array[] = []
        for await (const part of zipStream(entries())) parts.push(part)
        expect([...unzipped(Buffer.concat(parts))]).toEqual(names.map((name) => [name, name.repeat(300)]))
      }),
    ))

  it('a CSV cell never starts like a formula, except numbers', () =>
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string(), (sign, rest) => {
        const [, line = ''] = rowsToCsv([{ a: sign + rest }]).split('a\r\n')
        expect(line.replace(/^"/, '')).toMatch(/^'/)
        expect(rowsToCsv([{ a: -5 }])).toBe('a\r\n-5\r\n')
      }),
    ))
})
