import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { freePort } from '../../../support/free-port.ts'
import { type MailServer, startMailServer } from '../../../support/message-gateways.ts'
import { postRating, postReview } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let mail: MailServer
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let lia: Awaited<ReturnType<typeof signUpClient>>
beforeAll(async () => {
  mail = await startMailServer()
  garbo = await startTestGarbo({ NOTIFICATION_PAUSE_MINUTES: '0', PORT: String(await freePort()) })
  rosa = await signUpBusiness(garbo, 'rosa')
  ana = await signUpClient(garbo, 'ana')
  lia = await signUpClient(garbo, 'lia')
  await changeSettings(ana.browser, { digest: 'daily', quietHours: false })
  await changeSettings(lia.browser, { quietHours: false })
  await garbo.restart({ SMTP_URL: mail.url })
})
afterAll(async () => {
  await garbo.stop()
  await mail.stop()
})

const changeSettings = async (browser: ApiClient, changes: object) => {
  const settings = (await browser.get('/api/notifications/preferences')).body as object
  await browser.send('PUT', '/api/notifications/preferences', { ...settings, ...changes })
}
const lettersTo = async ({ email }: { readonly email: string }, about: RegExp) =>
  (await mail.messages()).filter(
    ({ to, subject = '', text = '' }) => to?.some(({ address }) => address === email) && about.test(subject + text),
  )
const waitForLetter = async (to: { readonly email: string }, about: RegExp): Promise<Email | undefined> => {
  await expect.poll(async () => (await lettersTo(to, about)).length, { timeout: 30_000 }).toBe(1)
  return (await lettersTo(to, about))[0]
}
const reviewAndReply = async ({ browser }: { readonly browser: ApiClient }) => {
  const reviewId = await postReview(browser, rosa.id, { rating: 5 })
  await rosa.browser.send('PUT', `/api/reviews/${reviewId}/reply`, { text: 'Grazie, torna a trovarci!' })
}

const rated = /ti ha valutato/
const answered = /ti ha risposto/
/** All letters but the one about the first contact with a venue, which no preference stops. */
const notFirstContact = /^(?![^]*Non sono stato qui)/

it('D-29, D-30: a guest with a daily digest finds the news of a day in one letter of the next, another ends hers with one click', async () => {
  await postRating(rosa.browser, ana.email)
  await reviewAndReply(ana)
  await postRating(rosa.browser, ana.email, 4)
  await postRating(rosa.browser, lia.email)

  // what mail programs do when their reader clicks on “unsubscribe”
  const letter = await waitForLetter(lia, rated)
  const header = (name: string) => letter?.headers.find(({ key }) => key === name)?.value ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const { pathname, search } = new URL(header('list-unsubscribe').slice(1, -1))
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const ended = await garbo.visitor().send('POST', pathname + search, header('list-unsubscribe-post'), form)
  expect(ended.status).toBe(204)
  await postRating(rosa.browser, lia.email, 4)
  await reviewAndReply(lia)
  // the letter about the later reply has arrived, so one about the rating would have too
  await waitForLetter(lia, answered)
  expect(await lettersTo(lia, rated)).toHaveLength(1)
  expect(await lettersTo(ana, notFirstContact)).toEqual([])

  await garbo.restart({ SMTP_URL: mail.url, GARBO_CLOCK_OFFSET_DAYS: '1' })
  const digest = await waitForLetter(ana, notFirstContact)
  expect(digest?.subject).toBe('Hai 4 novità su Garbo')
  const lines = digest?.text?.match(/^- .*$/gm)?.map((line) => line.split(':')[0])
  expect(lines?.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    '- Hai un nuovo sconto',
    '- La struttura ti ha risposto',
    '- Nuova valutazione',
    '- Nuova valutazione',
  ])
  expect(await lettersTo(lia, rated)).toHaveLength(1)
})
