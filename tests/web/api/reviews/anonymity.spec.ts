import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../../../web/contract/call.ts'
import { type CallName, calls } from '../../../../web/contract/calls.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { disputeBody, postReview, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpModerator } from '../../../support/users.ts'

/** A browser that remembers all it was told. */
const listening = (browser: ApiClient, told: string[]): ApiClient => {
  const send: ApiClient['send'] = async (...request) => {
    const answer = await browser.send(...request)
    told.push(`${request[0]} ${request[1]} → ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
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
const heard: Record<Reader, string[]> = { visitor: [], author: [], reporter: [], target: [], 'other business': [] }
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
    visitor: listening(garbo.visitor(), heard.visitor),
    author: listening(ana.browser, heard.author),
    reporter: listening(ugo.browser, heard.reporter),
    target: listening(rosa.browser, heard.target),
    'other business': listening(bruno.browser, heard['other business']),
  }
  const { author, reporter, target } = browsers
  const seen = await postReview(author, rosa.id, { comment: 'Pubblica.' })
  const gone = await postReview(author, bruno.id, { comment: 'Nascosta.' })
  const secret = await postReview(reporter, rosa.id, { comment: 'Riservata.', visibility: 'PRIVATE_TO_BUSINESS' })
  const words = { message: 'Ho soggiornato dal 3 al 5 marzo.' }
  for (const work of [
    () => reporter.post(`/api/reviews/${seen}/flag`, { reason: 'FAKE', note: 'Mai stata qui.' }, reporter.intent()),
    () => reporter.post(`/api/reviews/${gone}/flag`, { reason: 'SPAM' }, reporter.intent()),
    () => target.post(`/api/reviews/${seen}/dispute`, disputeBody),
    () => author.post(`/api/disputes/${seen}/statements`, words),
    () => target.post(`/api/disputes/${seen}/statements`, { message: 'In quei giorni eravamo chiusi.' }),
    () => target.send('PUT', `/api/reviews/${seen}/reply`, { text: 'Grazie della visita.' }),
    () => target.send('PUT', `/api/reviews/${secret}/reply`, { text: 'Grazie del consiglio.' }),
    () => mario.patch(`/api/admin/reviews/${gone}/moderate`, { moderationStatus: 'HIDDEN' }),
    () => mario.patch(`/api/admin/disputes/${seen}`, { status: 'RESOLVED_REJECTED', resolution: 'Vale.' }),
    () => author.patch(`/api/reviews/${seen}`, { rating: 2 }),
  ])
    if ((await work()).status >= 300) throw new Error(`${work.toString()} was refused`)
  ids = [seen, gone, secret, rosa.id, bruno.id, ana.id, ana.clientId, ugo.clientId]
}, 120_000)
afterAll(() => garbo.stop())

const reads = (Object.entries(calls) as [CallName, Call][]).filter(
  ([, { method, stream, developerOnly }]) => method === 'GET' && stream !== true && developerOnly !== true,
)
const addressesOf = ({ path }: Call): readonly string[] => {
  const named = path.includes(':targetType')
    ? ['BUSINESS', 'USER', 'PLACE'].map((type) => path.replace(':targetType', type))
    : [path]
  return named.flatMap((one) => (one.includes(':') ? ids.map((id) => one.replaceAll(/:\w+/g, id)) : [one]))
}

describe('Q-60, B-10: authors and reporters stay anonymous', () => {
  it('in every response for every reader', async () => {
    for (const [reader, browser] of Object.entries(browsers))
      for (const [name, call] of reads)
        for (const address of addressesOf(call)) {
          const asked = name === 'findBusinesses' ? `${address}?query=ho` : address
          expect((await browser.get(asked)).status, `${reader}: ${asked}`).toBeLessThan(500)
        }
    expect(Math.min(...Object.values(heard).map((told) => told.length))).toBeGreaterThan(100)
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
  ])('the %s cannot see the %s', (reader, whose) => {
    const asked = (line: string) => line.slice(line.indexOf('→'))
    expect(heard[reader].filter((line) => secrets[whose].some((secret) => asked(line).includes(secret)))).toEqual([])
  })

  it('this check detects a leak', () => {
    const own = heard.author.filter((line) => secrets.author.some((secret) => line.includes(secret)))
    expect(own.length).toBeGreaterThan(0)
  })

  it('no response except for moderators has a field for an author or a reporter', () => {
    const all = Object.values(heard).flat()
    expect(all.filter((line) => /"(?:authorId|authorName|reporterId|partyId)"/.test(line))).toEqual([])
  })

  it('B-28, Q-53: only the reporter sees that a review was reported', () => {
    const told = (reader: Reader, what: RegExp) =>
      heard[reader].some((line) => line.includes('/api/reviews/target/') && what.test(line))
    const readers = Object.keys(heard) as Reader[]
    expect(readers.filter((reader) => told(reader, /"flagged":false/))).toEqual(
      readers.filter((reader) => reader !== 'reporter'),
    )
    expect(readers.filter((reader) => told(reader, /"flagged":true/))).toEqual(['reporter'])
  })

  it('P-15: a private review is visible to its target and its author only', () => {
    const readers = Object.entries(heard).filter(([, told]) => told.some((line) => line.includes('Riservata.')))
    expect(readers.map(([reader]) => reader)).toEqual(['reporter', 'target'])
  })

  it('public data contains the day and never the hour', () => {
    const told = [...heard.visitor, ...heard['other business']].filter((line) => line.includes('/api/reviews/target/'))
    const times = told.flatMap((line) => [...line.matchAll(/"(?:createdAt|repliedAt|filedAt)":"([^"]+)"/g)])
    expect(times.length).toBeGreaterThan(2)
    expect(times.filter(([, at = '']) => !at.endsWith('T00:00:00.000Z'))).toEqual([])
  })
})
