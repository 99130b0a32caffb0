import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let staff: Readonly<Record<Relation, ApiClient>>
let admin: ApiClient
let reviewId: string
let flagId: string
let ana: string
beforeAll(async () => {
  garbo = await startTestGarbo()
  const phone = '+39 333 7654321'
  const author = await signUpClient(garbo, 'ana', { phone })
  const rosa = await signUpBusiness(garbo, 'rosa')
  const ugo = await signUpBusiness(garbo, 'ugo', { province: 'NA' })
  const carla = await signUpClient(garbo, 'carla', { phone })
  const diva = await signUpBusiness(garbo, 'diva')
  for (const { email } of [author, rosa, ugo, carla, diva])
    await runOperatorCommand(garbo, 'role', 'grant', email, 'MODERATORE')
  staff = {
    stranger: (await signUpModerator(garbo, 'mario')).browser,
    author: author.browser,
    reporter: ugo.browser,
    venue: rosa.browser,
    connected: carla.browser,
    competitor: diva.browser,
  }
  admin = (await signUpStaff(garbo, 'ada', 'ADMIN')).browser
  ana = ((await author.browser.get('/api/auth/user')).body as { id: string }).id
  const review = { rating: 1, targetType: 'BUSINESS', targetId: rosa.id, reasonCode: 'SERVICE', comment: 'Freddo' }
  const submitted = await author.browser.post('/api/reviews', review, author.browser.idempotencyKey())
  reviewId = (submitted.body as { id: string }).id
  const flag = { reason: 'FAKE', note: 'Non è mai stata qui.' }
  flagId = ((await ugo.browser.post(`/api/reviews/${reviewId}/flag`, flag)).body as { id: string }).id
})
afterAll(() => garbo.stop())

const relations = ['stranger', 'author', 'reporter', 'venue', 'connected', 'competitor'] as const
type Relation = (typeof relations)[number]
const partial = relations.filter((relation) => relation !== 'stranger')

const caseId = () => `flag-${reviewId}-1`
const ownMatter = { status: 403, body: { code: 'OwnMatter' } }
const identities = /ana Bianchi|Hotel ugo|Freddo|mai stata qui/

describe('Q-128: a moderator with a conflict of interest', () => {
  it.each(partial)('who is the %s is shown no name, no note and no text of the case', async (relation) => {
    const browser = staff[relation]
    const file = await browser.get(`/api/admin/cases/${caseId()}`)
    expect(file).toMatchObject({
      status: 200,
      body: { ownMatter: true, review: null, claimedByName: null, timeline: [] },
    })
    for (const path of [`/api/admin/cases/${caseId()}`, '/api/admin/queue', '/api/admin/reviews'])
      expect(JSON.stringify((await browser.get(path)).body)).not.toMatch(identities)
    expect(JSON.stringify((await browser.get('/api/admin/queue')).body)).not.toContain(reviewId)
    expect((await browser.post('/api/admin/queue/next', {}, browser.idempotencyKey())).status).toBe(404)
  })

  it.each(partial)('who is the %s neither claims nor decides', async (relation) => {
    const browser = staff[relation]
    expect(await browser.post(`/api/admin/queue/${caseId()}/claim`)).toMatchObject(ownMatter)
    expect(await browser.patch(`/api/admin/flags/${flagId}`, { status: 'UPHELD', notes: 'Nota' })).toMatchObject(
      ownMatter,
    )
    const hidden = { moderationStatus: 'HIDDEN' }
    expect(await browser.patch(`/api/admin/reviews/${reviewId}/moderate`, hidden)).toMatchObject(ownMatter)
  })

  it.each(['author', 'venue', 'connected'] as const)('who is the %s does not sanction the author', async (relation) => {
    const browser = staff[relation]
    const sanction = { userId: ana, reason: 'SPAM', severity: 'PERMANENT' }
    expect(await browser.post('/api/admin/sanctions', sanction, browser.idempotencyKey())).toMatchObject(ownMatter)
  })

  it('leaves the case to a stranger, who is shown everything', async () => {
    const browser = staff.stranger
    const file = await browser.get(`/api/admin/cases/${caseId()}`)
    expect(file.body).toMatchObject({ ownMatter: false, author: { name: 'ana Bianchi' } })
    expect((await browser.post(`/api/admin/queue/${caseId()}/claim`)).status).toBe(200)
  })
})

describe('Q-128: staff', () => {
  const warn = (browser: ApiClient, userId: string) =>
    browser.post('/api/admin/sanctions', { userId, reason: 'SPAM', severity: 'LOW' }, browser.idempotencyKey())

  it('are sanctioned by an administrator, and nothing is offered to a moderator', async () => {
    const needsAdmin = { status: 403, body: { code: 'Forbidden' } }
    expect(await warn(staff.stranger, ana)).toMatchObject(needsAdmin)
    const warned = await warn(admin, ana)
    expect(warned.status).toBe(201)
    const { id } = warned.body as { id: string }
    const offered = async (browser: ApiClient) =>
      ((await browser.get('/api/admin/sanctions')).body as readonly { id: string; actions: readonly string[] }[]).find(
        (sanction) => sanction.id === id,
      )?.actions
    expect(await offered(staff.stranger)).toEqual([])
    expect(await offered(admin)).toEqual(['lift'])
    expect(await offered(staff.venue)).toBeUndefined()
    const lifted = { isActive: false, reason: 'Era un errore.' }
    expect(await staff.stranger.patch(`/api/admin/sanctions/${id}`, lifted)).toMatchObject(needsAdmin)
    expect((await admin.patch(`/api/admin/sanctions/${id}`, lifted)).status).toBe(200)
  })
})
