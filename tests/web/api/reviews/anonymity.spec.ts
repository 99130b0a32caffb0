import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../../web/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../../../web/contract/endpoints.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { disputeBody, postReview, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpModerator } from '../../../support/users.ts'

/** Wraps a browser to record every response. */
const withRecording = (browser: ApiClient, responses: string[]): ApiClient => {
  const send: ApiClient['send'] = async (...request) => {
    const response = await browser.send(...request)
    responses.push(`${request[0]} ${request[1]} → ${response.status} ${JSON.stringify(response.body)}`)
    return response
  }
  return {
    ...browser,
    send,
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body) => send('PATCH', path, body),
  }
}

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
type Reader = 'visitor' | 'author' | 'reporter' | 'target' | 'other business'
const responses: Record<Reader, string[]> = { visitor: [], author: [], reporter: [], target: [], 'other business': [] }
let browsers: Readonly<Record<Reader, ApiClient>>
let secrets: Readonly<Record<'author' | 'reporter', readonly string[]>>
let ids: readonly string[]

beforeAll(async () => {
  garbo = await startTestGarbo()
  const ana = await signUpClientWithId(garbo, 'zafferina', { firstName: 'Zafferina', lastName: 'Zafferanelli' })
  const ugo = await signUpClientWithId(garbo, 'curcumino', { firstName: 'Curcumino', lastName: 'Curcumetti' })
  const rosa = await signUpBusiness(garbo, 'rosa')
  const bruno = await signUpBusiness(garbo, 'bruno')
  const mario = (await signUpModerator(garbo, 'mario')).browser
  secrets = {
    author: [ana.id, ana.clientId, ana.email, 'Zafferina', 'Zafferanelli'],
    reporter: [ugo.id, ugo.clientId, ugo.email, 'Curcumino', 'Curcumetti'],
  }
  browsers = {
    visitor: withRecording(garbo.visitor(), responses.visitor),
    author: withRecording(ana.browser, responses.author),
    reporter: withRecording(ugo.browser, responses.reporter),
    target: withRecording(rosa.browser, responses.target),
    'other business': withRecording(bruno.browser, responses['other business']),
  }
  const { author, reporter, target } = browsers
  const visible = await postReview(author, rosa.id, { comment: 'Pubblica.' })
  const hidden = await postReview(author, bruno.id, { comment: 'Nascosta.' })
  const privateReview = await postReview(reporter, rosa.id, {
    comment: 'Riservata.',
    visibility: 'PRIVATE_TO_BUSINESS',
  })
  const statement = { message: 'Ho soggiornato dal 3 al 5 marzo.' }
  for (const request of [
    () =>
      reporter.post(
        `/api/reviews/${visible}/flag`,
        { reason: 'FAKE', note: 'Mai stata qui.' },
        reporter.idempotencyKey(),
      ),
    () => reporter.post(`/api/reviews/${hidden}/flag`, { reason: 'SPAM' }, reporter.idempotencyKey()),
    () => target.post(`/api/reviews/${visible}/dispute`, disputeBody),
    () => author.post(`/api/disputes/${visible}/statements`, statement),
    () => target.post(`/api/disputes/${visible}/statements`, { message: 'In quei giorni eravamo chiusi.' }),
    () => target.send('PUT', `/api/reviews/${visible}/reply`, { text: 'Grazie della visita.' }),
    () => target.send('PUT', `/api/reviews/${privateReview}/reply`, { text: 'Grazie del consiglio.' }),
    () => mario.patch(`/api/admin/reviews/${hidden}/moderate`, { moderationStatus: 'HIDDEN' }),
    () => mario.patch(`/api/admin/disputes/${visible}`, { status: 'RESOLVED_REJECTED', resolution: 'Vale.' }),
    () => author.patch(`/api/reviews/${visible}`, { rating: 2 }),
  ])
    if ((await request()).status >= 300) throw new Error(`${request.toString()} was rejected`)
  ids = [visible, hidden, privateReview, rosa.id, bruno.id, ana.id, ana.clientId, ugo.clientId]
}, 120_000)
afterAll(() => garbo.stop())

const reads = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { method, stream, developerOnly }]) => method === 'GET' && stream !== true && developerOnly !== true,
)
const pathsOf = ({ path }: Endpoint): readonly string[] => {
  const paths = path.includes(':targetType')
    ? ['BUSINESS', 'USER', 'PLACE'].map((type) => path.replace(':targetType', type))
    : [path]
  return paths.flatMap((template) =>
    template.includes(':') ? ids.map((id) => template.replaceAll(/:\w+/g, id)) : [template],
  )
}

describe('Q-60, B-10: responses about reviews', () => {
  it('are recorded for every call and every reader', async () => {
    for (const [reader, browser] of Object.entries(browsers))
      for (const [name, endpoint] of reads)
        for (const path of pathsOf(endpoint)) {
          const url = name === 'findBusinesses' ? `${path}?query=ho` : path
          expect((await browser.get(url)).status, `${reader}: ${url}`).toBeLessThan(500)
        }
    expect(Math.min(...Object.values(responses).map((lines) => lines.length))).toBeGreaterThan(100)
  }, 180_000)

  it.each<[Reader, 'author' | 'reporter']>([
    ['visitor', 'author'],
    ['visitor', 'reporter'],
    ['author', 'reporter'],
    ['reporter', 'author'],
    ['target', 'author'],
    ['target', 'reporter'],
    ['other business', 'author'],
    ['other business', 'reporter'],
  ])('to the %s do not reveal the %s', (reader, subject) => {
    const bodyOf = (line: string) => line.slice(line.indexOf('→'))
    const leaks = responses[reader].filter((line) => secrets[subject].some((secret) => bodyOf(line).includes(secret)))
    expect(leaks).toEqual([])
  })

  it('contain the reader’s own data, so that a leak would be detected', () => {
    const own = responses.author.filter((line) => secrets.author.some((secret) => line.includes(secret)))
    expect(own.length).toBeGreaterThan(0)
  })

  it('have no field for an author or a reporter, except for moderators', () => {
    const all = Object.values(responses).flat()
    expect(all.filter((line) => /"(?:authorId|authorName|reporterId|partyId)"/.test(line))).toEqual([])
  })

  it('B-28, Q-53: show only to the reporter that a review was flagged', () => {
    const received = (reader: Reader, pattern: RegExp) =>
      responses[reader].some((line) => line.includes('/api/reviews/target/') && pattern.test(line))
    const readers = Object.keys(responses) as Reader[]
    expect(readers.filter((reader) => received(reader, /"flagged":false/))).toEqual(
      readers.filter((reader) => reader !== 'reporter'),
    )
    expect(readers.filter((reader) => received(reader, /"flagged":true/))).toEqual(['reporter'])
  })

  it('P-15: show a private review to its target and its author only', () => {
    const readers = Object.entries(responses).filter(([, lines]) => lines.some((line) => line.includes('Riservata.')))
    expect(readers.map(([reader]) => reader)).toEqual(['reporter', 'target'])
  })

  it('contain the day without the hour in public data', () => {
    const lines = [...responses.visitor, ...responses['other business']].filter((line) =>
      line.includes('/api/reviews/target/'),
    )
    const times = lines.flatMap((line) => [...line.matchAll(/"(?:createdAt|repliedAt|filedAt)":"([^"]+)"/g)])
    expect(times.length).toBeGreaterThan(2)
    expect(times.filter(([, at = '']) => !at.endsWith('T00:00:00.000Z'))).toEqual([])
  })
})
