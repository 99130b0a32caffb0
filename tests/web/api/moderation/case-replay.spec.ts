import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseReplay } from '../../../../web/contract/moderation/case-replay.ts'
import type { CaseFile } from '../../../../web/contract/moderation/cases.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator, signUpStaff } from '../../../support/users.ts'

const comment = 'Lenzuola color zafferano, mai cambiate.'
const message = 'La camera descritta non esiste: zafferanopoli.'
const note = 'Zafferanata: mai visto in albergo.'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let people: Readonly<Record<'lia' | 'rita' | 'rosa' | 'ana' | 'ugo', ApiClient>>
let reviewId = ''
beforeAll(async () => {
  garbo = await startTestGarbo()
  const rosa = await signUpBusiness(garbo, 'rosa')
  people = {
    rosa: rosa.browser,
    ana: (await signUpClient(garbo, 'ana')).browser,
    ugo: (await signUpClient(garbo, 'ugo')).browser,
    lia: (await signUpModerator(garbo, 'lia')).browser,
    rita: (await signUpStaff(garbo, 'rita', 'REVISORE')).browser,
  }
  const review = { rating: 1, comment, reasonCode: 'SERVICE', targetType: 'BUSINESS', targetId: rosa.id }
  const { body } = await people.ana.post('/api/reviews', review, people.ana.idempotencyKey())
  reviewId = (body as { id: string }).id
  await people.ugo.post(`/api/reviews/${reviewId}/flag`, { reason: 'FAKE', note }, people.ugo.idempotencyKey())
  await people.rosa.post(`/api/reviews/${reviewId}/dispute`, { reason: 'OTHER', message }, people.rosa.idempotencyKey())
})
afterAll(() => garbo.stop())

const readReplay = async (viewer: keyof typeof people, caseId = `dispute-${reviewId}`) => {
  await people[viewer].get('/api/auth/user')
  const { status, body } = await people[viewer].get(`/api/cases/${caseId}/replay`)
  return { status, replay: body as CaseReplay, text: JSON.stringify(body) }
}

const timePrecisions = ({ moments }: CaseReplay) =>
  Object.fromEntries(
    moments
      .filter(({ what }) => what === 'ReviewSubmitted' || what === 'DisputeOpened')
      .map(({ what, precision }) => [what, precision]),
  )

describe('GET /api/cases/:caseId/replay', () => {
  it('Q-60: shows each viewer their own view', async () => {
    const lia = await readReplay('lia')
    const { body } = await people.lia.get(`/api/admin/cases/flag-${reviewId}-1`)
    const { review } = body as CaseFile
    expect([lia.status, lia.replay.viewer]).toEqual([200, 'staff'])
    for (const text of [comment, message, note]) expect(lia.text).toContain(text)
    const rosa = await readReplay('rosa')
    expect([rosa.status, rosa.replay.viewer]).toEqual([200, 'business'])
    expect(rosa.text).toContain(comment)
    expect(timePrecisions(rosa.replay)).toEqual({ ReviewSubmitted: 'day', DisputeOpened: 'instant' })
    expect(rosa.text).not.toContain(note)
    expect(rosa.text).not.toContain(review?.authorId ?? rosa.text)
    const ana = await readReplay('ana')
    expect([ana.status, ana.replay.viewer]).toEqual([200, 'author'])
    expect(ana.text).toContain(message)
    expect(timePrecisions(ana.replay)).toEqual({ ReviewSubmitted: 'instant', DisputeOpened: 'instant' })
    expect([ana.replay.textState, ana.replay.dispute?.messageState]).toEqual(['shown', 'shown'])
    expect(ana.text).not.toContain(note)
    expect(review?.flags).toHaveLength(1)
    expect(ana.text).not.toContain(review?.flags[0]?.reporterId)
  })

  it('Q-50: shows the venue’s stars at each moment', async () => {
    const scoresShownTo = async (viewer: 'rosa' | 'ana') =>
      (await readReplay(viewer)).replay.moments.map(({ view }) => view.score)
    expect((await scoresShownTo('rosa')).at(-1)).toEqual({ average: 1, raters: 1 })
    const scores = await scoresShownTo('ana')
    expect([scores[0], scores.at(-1)]).toEqual([
      { average: null, raters: 0 },
      { average: 1, raters: 1 },
    ])
  })

  it('D-16: keeps sealed text sealed for the auditor', async () => {
    const { status, replay, text } = await readReplay('rita')
    expect([status, replay.viewer]).toEqual([200, 'auditor'])
    expect([replay.textState, replay.dispute?.messageState]).toEqual(['withheld', 'withheld'])
    expect(text).not.toMatch(/zafferan/i)
    expect(replay.moments.map(({ what }) => what)).toContain('ReviewFlagged')
  })

  it('P-15: is 404 for non-parties and 401 for visitors', async () => {
    expect((await readReplay('ugo')).status).toBe(404)
    expect((await readReplay('rosa', `flag-${reviewId}-1`)).status).toBe(404)
    expect((await readReplay('lia', `flag-${reviewId}-1`)).status).toBe(200)
    expect((await garbo.visitor().get(`/api/cases/dispute-${reviewId}/replay`)).status).toBe(401)
  })

  it('is rate limited', async () => {
    const strict = await startTestGarbo({ LIMIT_REPLAY_PER_KEY: '2' }, 'as set')
    const { browser } = await signUpBusiness(strict, 'rosa')
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await browser.get('/api/cases/review-x/replay')).status)
    await strict.stop()
    expect(statuses).toEqual([404, 404, 429])
  })
})
