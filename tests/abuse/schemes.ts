import type { z } from 'zod'
import type { avaProfile } from '../../web/contract/ava/wallet.ts'
import type { publicProfile } from '../../web/contract/accounts/businesses.ts'
import type { standing } from '../../web/contract/rewards/rewards.ts'
import { linkIn, waitForMessageMatching } from '../support/dev-mailbox.ts'
import { dateInDays } from '../support/sample-values.ts'
import { password } from '../support/users.ts'
import type { Person, Town } from './town.ts'

/** What a dishonest account tries to gain. */
export interface Scheme {
  readonly name: string
  readonly plan: string
  /** Plays it to the end and returns what it has earned: nothing, if the rules hold. */
  readonly play: (town: Town) => Promise<readonly string[]>
}

const stars = (rating: number) => ({ rating, reasonCode: 'SERVICE', comment: null })
const review = ({ browser }: Person, businessId: string, rating: number) =>
  browser.post(
    '/api/reviews',
    { targetType: 'BUSINESS', targetId: businessId, ...stars(rating) },
    browser.idempotencyKey(),
  )
const rate = (venue: Person, guest: Person, stayDate: string) =>
  venue.browser.post('/api/ratings', {
    clientEmail: guest.email,
    overallRating: 5,
    punctualityScore: 10,
    kindnessScore: 10,
    paymentScore: 10,
    roomConditionScore: 10,
    stayType: 'leisure',
    stayDate,
    comment: null,
  })
const idIn = ({ body }: { readonly body: unknown }) => (body as { readonly id: string }).id
const read = async <A>({ browser }: Person, path: string) => (await browser.get(path)).body as A
const accountIdOf = async (person: Person) => (await read<{ readonly id: string }>(person, '/api/auth/user')).id
const avaOf = (person: Person) => read<z.infer<typeof avaProfile>>(person, '/api/ava/profile')
const scoreOf = async (town: Town, businessId: string) =>
  (await town.visitor().get(`/api/businesses/${businessId}`)).body as z.infer<typeof publicProfile>
const deletion = { confirmationText: 'ELIMINA IL MIO ACCOUNT', password }
const sanction = (userId: string) => ({ userId, reason: 'HARASSMENT', severity: 'MEDIUM', description: 'Insulti.' })
const account = { password, businessName: 'Hotel Nuovo', businessType: 'hotel', location: 'Via Po 1', province: 'RM' }

/** A step that everybody may take; a scheme that fails at it proves nothing. */
const must = <A extends { readonly status: number; readonly body: unknown }>(response: A): A => {
  if (response.status < 400) return response
  throw new Error(`the scheme cannot be played: ${response.status} ${JSON.stringify(response.body)}`)
}

/** The names of the steps that succeeded. */
const succeeded = (steps: Readonly<Record<string, { readonly status: number }>>): readonly string[] =>
  Object.entries(steps).flatMap(([step, { status }]) => (status < 400 ? [step] : []))

const eliteRing: Scheme = {
  name: 'Elite ring',
  plan: 'ten sham venues give one guest five stars',
  play: async (town) => {
    const guest = await town.client('guest')
    for (let n = 0; n < 10; n++) must(await rate(await town.business(`sham${n}`), guest, dateInDays(-5)))
    const { cross, elite } = await read<z.infer<typeof standing>>(guest, '/api/standing')
    return [...(cross.earned ? ['the cross-provider discount'] : []), ...(elite.state === 'locked' ? [] : ['elite'])]
  },
}

const avaFarm: Scheme = {
  name: 'AVA farm',
  plan: 'a venue and its accomplice rate forty stays',
  play: async (town) => {
    const [venue, guest] = [await town.business('venue'), await town.client('guest')]
    must(await rate(venue, guest, dateInDays(-80)))
    for (let days = 1; days <= 40; days++) await rate(venue, guest, dateInDays(-days))
    const [ofVenue, ofGuest] = [await avaOf(venue), await avaOf(guest)]
    const earned = ofVenue.avaBalance + ofGuest.avaBalance
    return earned > 0 ? [`${earned} AVA`] : []
  },
}

const maxNewReviews = 5

const scoreBombing: Scheme = {
  name: 'score bombing',
  plan: 'fifteen new accounts give a rival one star',
  play: async (town) => {
    const rival = await town.business('rival')
    for (const bomber of await town.clients(15, 'bomber')) must(await review(bomber, rival.id, 1))
    const { totalReviews } = await scoreOf(town, rival.id)
    return totalReviews > maxNewReviews ? [`${totalReviews} reviews that count`] : []
  },
}

const reviewSuppression: Scheme = {
  name: 'review suppression by flags',
  plan: 'six accomplices, who review one another’s sham venues, flag a bad review of theirs',
  play: async (town) => {
    const [venue, sham] = [await town.business('venue'), await town.business('sham')]
    const reviewId = idIn(must(await review(await town.client('honest'), venue.id, 1)))
    for (const accomplice of await town.clients(6, 'accomplice')) {
      must(await review(accomplice, sham.id, 5))
      const { browser } = accomplice
      must(await browser.post(`/api/reviews/${reviewId}/flag`, { reason: 'FAKE' }, browser.idempotencyKey()))
    }
    const { totalReviews } = await scoreOf(town, venue.id)
    return totalReviews === 0 ? ['the review is hidden'] : []
  },
}

const bookAndCancel: Scheme = {
  name: 'book and cancel',
  plan: 'ten bookings of the same nights, half of them cancelled, and a payout address',
  play: async (town) => {
    const guest = await town.client('guest')
    const { browser } = guest
    const nights = { checkIn: dateInDays(30), checkOut: dateInDays(37), guests: 2, destination: 'Roma' }
    const body = { hotelId: 'hotel-belvedere', ...nights }
    for (let n = 0; n < 10; n++) {
      const booked = must(await browser.post('/api/bookings', body, browser.idempotencyKey()))
      if (n % 2 === 0) await browser.post(`/api/bookings/${idIn(booked)}/cancel`, undefined, browser.idempotencyKey())
    }
    const { avaBalance, avaPots } = await avaOf(guest)
    const payable = avaPots.ratings + avaPots.stays
    return [...(payable > 0 ? [`${payable} AVA to pay out`] : []), ...(avaBalance > 0 ? [`${avaBalance} AVA`] : [])]
  },
}

const selfReview: Scheme = {
  name: 'self-review',
  plan: 'an owner reviews the own venue from accounts with the same telephone and mailbox',
  play: async (town) => {
    const phone = '+39 347 5550001'
    const venue = await town.business('owner', { phone })
    const byPhone = await town.client('phone', { phone: '347 555 0001' })
    const byMailbox = await town.client('owner+guest')
    return succeeded({
      'a review by the same telephone': await review(byPhone, venue.id, 5),
      'a review by the same mailbox': await review(byMailbox, venue.id, 5),
      'a rating of the owner as a guest': await rate(venue, byPhone, dateInDays(-3)),
    })
  },
}

const extortion: Scheme = {
  name: 'extortion by edit',
  plan: 'a guest gets a code for five stars, lowers them to one and redeems the code',
  play: async (town) => {
    const [venue, guest] = [await town.business('venue'), await town.client('guest')]
    const submitted = must(await review(guest, venue.id, 5))
    const [code] = await read<readonly { readonly code: string }[]>(guest, '/api/rewards')
    if (code === undefined) throw new Error('the scheme cannot be played: the review earned no code')
    must(await guest.browser.patch(`/api/reviews/${idIn(submitted)}`, { rating: 1 }))
    return succeeded({
      'the discount': await guest.browser.post(`/api/rewards/${code.code}/redeem`),
      'the discount, entered by the venue': await venue.browser.post(`/api/rewards/${code.code}/redeem`),
    })
  },
}

const affiliateSelfDealing: Scheme = {
  name: 'affiliate self-dealing',
  plan: 'an account promises itself the highest commission and refers its own guest account',
  play: async (town) => {
    const phone = '+39 347 5550002'
    const partner = await town.business('partner', { phone })
    const programme = { programName: 'Tutto mio', commissionRate: 100, commissionType: 'percentage' }
    must(await partner.browser.post('/api/affiliate/programs', programme, partner.browser.idempotencyKey()))
    const [code] = await read<readonly { readonly referralCode: string }[]>(partner, '/api/affiliate/referrals')
    await town.client('guest', { phone, ...(code === undefined ? {} : { ref: code.referralCode }) })
    const stats = await read<{ readonly totalConversions: number; readonly totalCommissionEarned: number }>(
      partner,
      '/api/affiliate/stats',
    )
    const programmes = await read<readonly { readonly isActive: boolean }[]>(partner, '/api/affiliate/programs')
    return [
      ...(programmes.some(({ isActive }) => isActive) ? ['a programme with the highest commission'] : []),
      ...(stats.totalConversions > 0 ? [`${stats.totalConversions} conversions`] : []),
      ...(stats.totalCommissionEarned > 0 ? [`${stats.totalCommissionEarned} €`] : []),
    ]
  },
}

const banEvasion: Scheme = {
  name: 'ban evasion',
  plan: 'a banned guest deletes the account and returns with the same mailbox and telephone',
  play: async (town) => {
    const [guest, moderator] = [await town.client('guest', { phone: '+39 347 5550003' }), await town.moderator('mod')]
    const ban = { ...sanction(await accountIdOf(guest)), severity: 'HIGH' }
    must(await moderator.browser.post('/api/admin/sanctions', ban))
    must(await guest.browser.post('/api/user/delete-account', deletion))
    const register = (email: string, phone: string) =>
      town.visitor().post('/api/auth/register-client', { firstName: 'Lia', lastName: 'Verdi', email, phone, password })
    return succeeded({
      'the same mailbox': await register(guest.email.replace('@', '+nuovo@'), '+39 347 5550004'),
      'the same telephone': await register(`altra.${guest.email}`, '347 555 0003'),
    })
  },
}

const scoreWashing: Scheme = {
  name: 'score washing by deletion',
  plan: 'a venue with a bad score deletes its account and registers again',
  play: async (town) => {
    const venue = await town.business('venue')
    must(await review(await town.client('guest'), venue.id, 1))
    must(await venue.browser.post('/api/user/delete-account', deletion))
    const email = venue.email.replace('@', '+nuovo@')
    return succeeded({
      'a new score': await town.visitor().post('/api/auth/register', { username: 'washed', email, ...account }),
    })
  },
}

const selfServingModerator: Scheme = {
  name: 'a moderator favouring himself',
  plan: 'a moderator with a venue decides about its reviews, their authors and a competitor',
  play: async (town) => {
    const [staff, rival] = [await town.moderator('mod'), await town.business('rival')]
    const [critic, fan] = [await town.client('critic'), await town.client('fan')]
    const [bad, good] = [idIn(must(await review(critic, staff.id, 1))), idIn(must(await review(fan, rival.id, 5)))]
    const { browser } = staff
    const flagged = must(await browser.post(`/api/reviews/${bad}/flag`, { reason: 'FAKE' }, browser.idempotencyKey()))
    const reasons = { ground: 'FAKE', facts: 'È falsa.' }
    const remove = { moderationStatus: 'REMOVED', ...reasons }
    return succeeded({
      'the removal of a bad review of his venue': await browser.patch(`/api/admin/reviews/${bad}/moderate`, remove),
      'his own flag upheld': await browser.patch(`/api/admin/flags/${idIn(flagged)}`, { status: 'UPHELD', ...reasons }),
      'a sanction on its author': await browser.post('/api/admin/sanctions', sanction(await accountIdOf(critic))),
      'the removal of a good review of a competitor': await browser.patch(
        `/api/admin/reviews/${good}/moderate`,
        remove,
      ),
      'a sanction on the competitor': await browser.post('/api/admin/sanctions', sanction(rival.id)),
    })
  },
}

const payoutHijack: Scheme = {
  name: 'payout hijack',
  plan: 'a thief with the session, then with the password, redirects the payouts; the owner undoes it',
  play: async (town) => {
    const owner = await town.business('owner')
    const { browser, email } = owner
    const own = { walletAddress: `0x${'1'.repeat(40)}`, password }
    must(await browser.post('/api/ava/wallet', own))
    const thiefs = `0x${'2'.repeat(40)}`
    const withSession = await browser.post('/api/ava/wallet', { walletAddress: thiefs })
    must(await browser.post('/api/ava/wallet', { walletAddress: thiefs, password }))
    const { payoutsFrom } = await avaOf(owner)
    const letter = await waitForMessageMatching(browser, email, /annulla/)
    const token = decodeURIComponent(new URL(linkIn(letter)).pathname.split('/').at(-1) ?? '')
    must(await town.visitor().post('/api/ava/wallet/undo', { token }))
    const { avaWalletAddress } = await avaOf(owner)
    return [
      ...succeeded({ 'the address, with the session alone': withSession }),
      ...(payoutsFrom === null ? ['payouts before the hold is over'] : []),
      ...(avaWalletAddress === thiefs ? ['the address, after it was undone'] : []),
    ]
  },
}

export const schemes: readonly Scheme[] = [
  eliteRing,
  avaFarm,
  scoreBombing,
  reviewSuppression,
  bookAndCancel,
  selfReview,
  extortion,
  affiliateSelfDealing,
  banEvasion,
  scoreWashing,
  selfServingModerator,
  payoutHijack,
]
