import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { downloadArchive } from '../../../support/audit/downloaded-archive.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'
import { dataExport } from '../../../../web/contract/privacy/privacy.ts'

const comment = 'Colazione al pistacchio.'
let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ids: { readonly ana: string; readonly mario: string }
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  ana = await signUpClient(garbo, 'ana', { firstName: 'Anastasia', lastName: 'Anelli' })
  const mario = await signUpModerator(garbo, 'mario')
  const idOf = async (browser: ApiClient) => ((await browser.get('/api/auth/user')).body as { id: string }).id
  ids = { ana: await idOf(ana.browser), mario: await idOf(mario.browser) }
  const review = { rating: 1, comment, reasonCode: 'SERVICE', targetType: 'BUSINESS', targetId: rosa.id }
  const { body } = await ana.browser.post('/api/reviews', review, ana.browser.idempotencyKey())
  const { id } = body as { id: string }
  const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }
  const stay = { stayType: 'leisure', stayDate: '2026-01-10', comment: 'Ospite educata' }
  await rosa.browser.post('/api/ratings', { clientEmail: ana.email, ...scores, ...stay })
  const message = 'Lei non è mai stata da noi, ne siamo certi.'
  await rosa.browser.post(`/api/reviews/${id}/dispute`, { reason: 'OTHER', message })
  const statement = { message: 'Ho la ricevuta del soggiorno, eccola qui.' }
  await ana.browser.post(`/api/disputes/${id}/statements`, statement)
  const verdict = { status: 'RESOLVED_REJECTED', resolution: 'Nulla da eccepire.', moderatorNotes: 'Visto.' }
  await mario.browser.patch(`/api/admin/disputes/${id}`, verdict)
})
afterAll(() => garbo.stop())

const path = '/api/user/export?format=zip'
const download = (browser: ApiClient, given: string = password) =>
  downloadArchive(garbo, browser, path, { 'X-Garbo-Password': given })
interface Entry {
  readonly eventId: string
  readonly type: string
  readonly data?: Readonly<Record<string, unknown>>
}

describe('D-63: the export with proofs', () => {
  it('takes the password again', async () => {
    const without = await downloadArchive(garbo, ana.browser, path)
    const wrong = await download(ana.browser, 'Sbagliata.2026!')
    expect([without.status, wrong.status, without.problem?.message]).toEqual([
      403,
      403,
      expect.stringMatching(/inserisci la tua password/),
    ])
    expect((await download(garbo.visitor())).status).toBe(401)
  })

  it('takes a password with letters that a header cannot hold', async () => {
    const { browser } = await signUpClient(garbo, 'eva')
    const next = 'Zafferano.però.27€!'
    const change = { currentPassword: password, newPassword: next }
    expect(await browser.post('/api/auth/change-password', change)).toMatchObject({ status: 204 })
    expect((await download(browser, Buffer.from(next).toString('latin1'))).status).toBe(200)
  })

  it('contains all data and the own events with their values, proved, and is announced by letter', async () => {
    const archive = await download(ana.browser)
    expect([archive.status, archive.disposition]).toEqual([
      200,
      expect.stringMatching(/filename="garbo-dati-\d{4}-\d\d-\d\d-con-prove\.zip"$/),
    ])
    expect([await archive.problems(), await archive.faults()]).toEqual([[], []])
    expect(dataExport.strict().parse(archive.json('data.json')).reviewsWritten).toMatchObject([{ comment }])
    const history = archive.json('history.json') as readonly Entry[]
    expect(history.find(({ type }) => type === 'ReviewSubmitted')?.data).toMatchObject({ comment, targetId: rosa.id })
    expect(history.find(({ type }) => type === 'ClientRegistered')?.data).toMatchObject({
      firstName: 'Anastasia',
      email: ana.email,
    })
    expect(history.find(({ type }) => type === 'StatementFiled')).toEqual({
      eventId: expect.any(String),
      type: 'StatementFiled',
      at: expect.any(String),
    })
    const opened = archive.json('opened.json') as readonly { key: string | null }[]
    expect(opened.length).toBeGreaterThan(5)
    expect(opened.filter(({ key }) => key === null)).toEqual([])
    await waitForMessageMatching(ana.browser, ana.email, /è stata scaricata una copia di tutti i dati/)
  })

  it('Q-46, Q-60, Q-93: contains no act of others, and no name', async () => {
    const [anas, rosas] = [await download(ana.browser), await download(rosa.browser)]
    const typesIn = (archive: typeof anas) => (archive.json('history.json') as readonly Entry[]).map(({ type }) => type)
    expect(typesIn(rosas)).toContain('DisputeOpened')
    for (const type of ['ReviewSubmitted', 'StatementFiled', 'DisputeRejected'])
      expect(typesIn(rosas)).not.toContain(type)
    for (const type of ['DisputeOpened', 'ClientRated', 'DisputeRejected']) expect(typesIn(anas)).not.toContain(type)
    for (const text of ['Anastasia', 'Anelli', ids.ana, ids.mario]) expect(rosas.allText()).not.toContain(text)
    expect(anas.allText()).not.toContain(ids.mario)
  })

  it('names the history if it was changed', async () => {
    const archive = await download(ana.browser)
    const history = archive.textOf('history.json').replace('pistacchio', 'cioccolato')
    archive.files.set('history.json', Buffer.from(history))
    const { eventId } = (archive.json('history.json') as readonly Entry[]).find(
      ({ type }) => type === 'ReviewSubmitted',
    ) ?? { eventId: '' }
    expect(await archive.problems()).toEqual([
      { file: 'history.json', eventId: null, message: 'è cambiato' },
      { file: 'history.json', eventId, message: 'non corrisponde all’evento del registro' },
    ])
  })
})
