import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseFile } from '../../../../web/contract/moderation/cases.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { postFlaggedReviews, signUpModerators } from '../../../support/moderation/queue-setup.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

interface ListedReview {
  readonly id: string
  readonly moderationStatus: string
}

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: ApiClient
let mario: ApiClient
let ids: readonly string[]
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = (await signUpBusiness(garbo, 'rosa')).browser
  const ana = (await signUpClient(garbo, 'ana')).browser
  const [moderator] = await signUpModerators(garbo, ['mario'])
  if (!moderator) throw new Error('no moderator')
  mario = moderator.browser
  ids = await postFlaggedReviews(garbo, ana, rosa, 3)
}, 240_000)
afterAll(() => garbo.stop())

const listReviews = async (query = '') => {
  const response = await mario.get(`/api/admin/reviews${query}`)
  expect(response.status).toBe(200)
  return response.body as readonly ListedReview[]
}
const moderate = (id: string | undefined, body: unknown) => mario.patch(`/api/admin/reviews/${id ?? ''}/moderate`, body)

describe('A-43: the reviews list for moderators', () => {
  it('contains all reviews or those of one status', async () => {
    expect((await listReviews()).map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(await listReviews('?status=REMOVED')).toEqual([])
    expect((await listReviews('?status=ACTIVE')).map(({ id }) => id).sort()).toEqual([...ids].sort())
  })

  it('is paginated without missing or duplicate reviews', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const response = await mario.get(`/api/admin/reviews?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...(response.body as readonly ListedReview[]).map(({ id }) => id))
      cursor = response.headers.get('x-next-cursor')
    }
    expect(seen.sort()).toEqual([...ids].sort())
  })

  it('S-11: rejects an unknown status', async () => {
    expect(await mario.get('/api/admin/reviews?status=LOST')).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/[a-z]/) },
    })
  })

  it('Q-11: is for moderators only', async () => {
    expect((await rosa.get('/api/admin/reviews')).status).toBe(403)
    expect((await garbo.visitor().get('/api/admin/reviews')).status).toBe(401)
  })
})

describe('A-44, R-77: moderating a review directly', () => {
  it('V-43: accepts notes of up to a thousand characters', async () => {
    const moderationStatus = 'HIDDEN'
    expect(await moderate(ids[0], { moderationStatus, moderatorNotes: 'x'.repeat(1001) })).toMatchObject({
      status: 400,
    })
    expect(await moderate(ids[0], { moderationStatus, moderatorNotes: ` ${'x'.repeat(1000)} ` })).toMatchObject({
      status: 200,
      body: { id: ids[0], moderationStatus },
    })
  })

  it('S-11: hides or removes visible reviews, restores others and allows no other transition', async () => {
    const transitions = [
      ['REMOVED', 409],
      ['ACTIVE', 200],
      ['REMOVED', 200],
      ['HIDDEN', 409],
      ['ACTIVE', 200],
      ['PENDING_REVIEW', 400],
    ] as const
    const responses = []
    for (const [moderationStatus] of transitions) responses.push((await moderate(ids[0], { moderationStatus })).status)
    expect(responses).toEqual(transitions.map(([, status]) => status))
  })

  it('changes nothing when repeated', async () => {
    const countEvents = async () =>
      (await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from log.events')).rows[0]?.n
    expect((await moderate(ids[1], { moderationStatus: 'REMOVED' })).status).toBe(200)
    const before = await countEvents()
    expect((await moderate(ids[1], { moderationStatus: 'REMOVED' })).status).toBe(200)
    expect(await countEvents()).toBe(before)
  })
})

describe('a case’s timeline', () => {
  it('S-14: shows the decision on a flag and its moderator', async () => {
    const caseId = `flag-${ids[2] ?? ''}-1`
    const readCase = async () => (await mario.get(`/api/admin/cases/${caseId}`)).body as CaseFile
    const [flag] = (await readCase()).review?.flags ?? []
    expect((await mario.patch(`/api/admin/flags/${flag?.id ?? ''}`, { status: 'DISMISSED' })).status).toBe(200)
    expect((await readCase()).timeline.map(({ what, byName }) => [what, byName])).toEqual([
      ['Recensione pubblicata', expect.any(String)],
      ['Segnalazione ricevuta', 'Hotel rosa'],
      ['Caso aperto', null],
      ['Segnalazione respinta', 'Casa mario'],
      ['Caso chiuso', null],
    ])
  })
})
