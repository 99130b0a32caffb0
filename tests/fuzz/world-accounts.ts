import { randomUUID } from 'node:crypto'
import { softwareAuthenticator } from '../support/accounts/authenticator.ts'
import { earnAva } from '../support/ava/earned-ava.ts'
import { type ApiClient, csrfTokenOf } from '../support/api-client.ts'
import { codeIn, tokenIn, waitForMessage, waitForMessageMatching } from '../support/dev-mailbox.ts'
import { dateInDays } from '../support/sample-values.ts'
import { password, type signUpBusiness, type signUpClient } from '../support/users.ts'
import { photoForm, photoFormType } from './photo-form.ts'
import type { FuzzedGarbo } from './world.ts'

type Business = Awaited<ReturnType<typeof signUpBusiness>>
type Client = Awaited<ReturnType<typeof signUpClient>>

/** The accounts of a world. */
export interface Cast {
  readonly venue: Business
  /** A second venue of the world, so that everybody can write a second review. */
  readonly secondVenue: Business
  readonly guest: Client
  readonly other: Client
  readonly leaver: Client
  /** Sends no requests: what happens to this account changes nothing for the others. */
  readonly spare: Client
  /** A permanent suspension is proposed for each. */
  readonly suspects: readonly [Client, Client]
  readonly staff: { readonly moderator: ApiClient; readonly admin: ApiClient }
}

/** Codes, links, passkeys and AVA of the accounts. */
export const useAccounts = async (garbo: FuzzedGarbo, name: string, cast: Cast) => {
  const { venue, guest } = cast
  const guestId = await accountIdOf(guest.browser)
  for (const account of [venue.id, guestId]) await earnAva(garbo.config, account, 50)
  must(await venue.browser.post('/api/ava/upgrade-premium', { durationDays: 30 }))
  must(await guest.browser.patch('/api/user/profile', { photoConsent: true }))
  return {
    accountId: guestId,
    ...(await requestCodes(garbo, name, cast)),
    ...(await receiveRatings(garbo, cast)),
    photoId: await uploadPhoto(garbo, venue.browser),
  }
}

export const accountIdOf = async (browser: ApiClient) => text(await browser.get('/api/auth/user'), 'id')

/** Codes that confirm an address or a new password. */
const requestCodes = async (garbo: FuzzedGarbo, name: string, { leaver, spare }: Cast) => {
  const visitor = garbo.visitor()
  const newClient = { firstName: 'Ugo', lastName: 'Bianchi', phone: '+39 333 7654321', password }
  const clientEmail = `${name}-ugo@example.it`
  const client = must(await visitor.post('/api/auth/register-client', { ...newClient, email: clientEmail }))
  const place = { businessName: 'Hotel Ida', businessType: 'hotel', location: 'Via del Corso 12, Roma', province: 'RM' }
  const businessEmail = `${name}-ida@example.it`
  const business = { ...place, username: `${name}-ida`, email: businessEmail, password }
  must(await garbo.visitor().post('/api/auth/register', business))
  must(await visitor.post('/api/auth/send-reset-code', { email: spare.email, userType: 'client' }))
  const newEmail = `${name}-nuova@example.it`
  must(await leaver.browser.patch('/api/user/profile', { email: newEmail, password }))
  return {
    unconfirmedClientId: text(client, 'clientId'),
    unconfirmedClientCode: codeIn(await waitForMessage(visitor, clientEmail)),
    confirmationToken: tokenIn(await waitForMessage(visitor, businessEmail)),
    spareEmail: spare.email,
    resetCode: codeIn(await waitForMessageMatching(visitor, spare.email, /password/i)),
    newEmailCode: codeIn(await waitForMessage(visitor, newEmail)),
  }
}

const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 9, roomConditionScore: 9 }
const stay = { stayType: 'leisure', stayDate: dateInDays(-20) }

/** Ratings, one of them contested, and links of e-mails: undo a payout address, disown a rating, end e-mails of a kind. */
const receiveRatings = async (garbo: FuzzedGarbo, { venue, secondVenue, guest, other, leaver }: Cast) => {
  for (const { browser } of [guest, leaver]) {
    const settings = (await browser.get('/api/notifications/preferences')).body as object
    must(await browser.send('PUT', '/api/notifications/preferences', { ...settings, quietHours: false }))
  }
  const rate = async ({ browser }: Business, { email }: Client) =>
    text(must(await browser.post('/api/ratings', { clientEmail: email, ...scores, ...stay })), 'rating', 'id')
  const ratingId = await rate(venue, guest)
  await rate(secondVenue, leaver)
  const contestedRatingId = await rate(venue, other)
  const contest = { reason: 'UNFAIR_RATING', message: 'Ho pagato tutto al mio arrivo.' }
  must(await other.browser.post(`/api/ratings/${await ratingReceivedBy(other)}/contest`, contest))
  must(await leaver.browser.post('/api/ava/wallet', { walletAddress: newWalletAddress(), password }))
  const link = async (email: string, pattern: RegExp) =>
    pattern.exec(await waitForMessageMatching(garbo.visitor(), email, pattern))?.[1] ?? ''
  return {
    ratingId,
    receivedRatingId: await ratingReceivedBy(guest),
    contestedRatingId,
    removableRatingId: await rate(secondVenue, guest),
    disownToken: await link(leaver.email, /\/non-ero-io\/([\w-]+)/),
    undoToken: await link(leaver.email, /\/annulla\/([\w-]+)/),
    unsubscribeToken: await link(guest.email, /\/unsubscribe\/(\S+)/),
    guestWalletAddress: newWalletAddress(),
    venueWalletAddress: newWalletAddress(),
  }
}

/** The id by which the client knows it. */
const ratingReceivedBy = async ({ browser }: Client) => text(await browser.get('/api/client/ratings'), '0', 'id')

/** In lower case, which carries no checksum. */
const newWalletAddress = () => `0x${`${randomUUID()}${randomUUID()}`.replaceAll('-', '').slice(0, 40)}`

/** Passkeys, sessions and a token for the app. Those with which an account signs in are valid for a minute. */
export const prepareSignIns = async (garbo: FuzzedGarbo, { guest, leaver }: Cast) => {
  const register = async ({ browser }: Client, userId: string) => {
    const authenticator = softwareAuthenticator({ origin: garbo.address })
    const asked = { userId, userType: 'client', password }
    const challenge = must(await browser.post('/api/auth/biometric/register-challenge', asked))
    return { authenticator, body: authenticator.register(challenge.body as never) }
  }
  must(await garbo.visitor().post('/api/auth/login-client', { email: leaver.email, password }))
  const [guestId, leaverId] = [await accountIdOf(guest.browser), await accountIdOf(leaver.browser)]
  const { authenticator, body } = await register(leaver, leaverId)
  must(await leaver.browser.post('/api/auth/biometric/register', body))
  must(await guest.browser.post('/api/auth/biometric/register', (await register(guest, guestId)).body))
  const sessions = (await leaver.browser.get('/api/auth/sessions')).body as readonly {
    readonly id: string
    readonly current: boolean
  }[]
  const asked = await leaver.browser.post('/api/auth/biometric/authenticate-challenge', { userType: 'client' })
  return {
    ids: {
      leaverId,
      passkeyId: text(await guest.browser.get('/api/auth/biometric/passkeys'), '0', 'id'),
      sessionId: sessions.find(({ current }) => !current)?.id ?? '',
      deviceToken: text(await guest.browser.post('/api/auth/biometric/enroll', {}), 'deviceToken'),
    },
    bodies: {
      registerPasskey: (await register(guest, guestId)).body,
      loginWithPasskey: authenticator.authenticate(asked.body as never, { userHandle: leaverId }),
    },
  }
}

const uploadPhoto = async ({ address }: FuzzedGarbo, browser: ApiClient): Promise<string> => {
  const headers = {
    cookie: browser.cookie(),
    'x-csrf-token': await csrfTokenOf(browser),
    'content-type': photoFormType,
  }
  const response = await fetch(`${address}/api/upload/photo`, {
    method: 'POST',
    headers,
    body: new Uint8Array(photoForm),
  })
  const body = (await response.json()) as { readonly url?: string }
  return body.url?.split('/').at(-1) ?? ''
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The answer, unless the request was rejected: then the world would lack something. */
export const must = <A extends Answer>(answer: A): A => {
  if (answer.status >= 300) throw new Error(`preparing the world: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

/** The text at this place of a response. */
export const text = ({ body }: Pick<Answer, 'body'>, ...path: readonly string[]): string => {
  let value = body
  for (const name of path) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  if (typeof value !== 'string') throw new Error(`no ${path.join('.')} in ${JSON.stringify(body)}`)
  return value
}
