import type { ApiClient } from '../support/api-client.ts'
import { dateInDays } from '../support/sample-values.ts'
import { accountIdOf, type Cast, must, text } from './world-accounts.ts'

type Ids = Readonly<Record<string, string>>

const review = (targetId: string, rating: number) => ({
  rating,
  targetType: 'BUSINESS',
  targetId,
  reasonCode: 'SERVICE',
  comment: 'Camera con vista',
})

/** Reviews in every state: under dispute and flagged, replied to and removed, and untouched ones. */
export const writeReviews = async ({ venue, secondVenue, guest, other, leaver, spare }: Cast) => {
  const write = async ({ browser }: { readonly browser: ApiClient }, targetId: string, rating: number) =>
    must(await browser.post('/api/reviews', review(targetId, rating)))
  const first = await write(guest, venue.id, 2)
  const [reviewId, otherReviewId] = [text(first, 'id'), text(await write(other, venue.id, 1), 'id')]
  const dispute = { reason: 'INCORRECT_INFO', message: 'La vista non è quella della nostra camera.' }
  must(await venue.browser.post(`/api/reviews/${reviewId}/dispute`, dispute))
  const flag = must(await other.browser.post(`/api/reviews/${reviewId}/flag`, { reason: 'FAKE' }))
  must(await venue.browser.send('PUT', `/api/reviews/${otherReviewId}/reply`, { text: 'Grazie della visita.' }))
  return {
    reviewId,
    otherReviewId,
    flagId: text(flag, 'id'),
    rewardCode: text(first, 'newlyIssuedRewards', '0', 'code'),
    position: first.headers.get('x-garbo-position') ?? '',
    disputableReviewId: text(await write(leaver, venue.id, 3), 'id'),
    reversibleReviewId: text(await write(spare, venue.id, 3), 'id'),
    editableReviewId: text(await write(guest, secondVenue.id, 3), 'id'),
    secondRemovedReviewId: text(await write(other, secondVenue.id, 3), 'id'),
    secondVenueId: secondVenue.id,
  }
}

/** Decisions with and without appeals, sanctions, an excluded period and a plan of a reversal. */
export const moderate = async (cast: Cast, reviews: Awaited<ReturnType<typeof writeReviews>>) => {
  const { venue, other } = cast
  const { moderator } = cast.staff
  const hidden = { moderationStatus: 'REMOVED', ground: 'OFFENSIVE', facts: 'Contiene insulti.' }
  const remove = async (reviewId: string) => {
    must(await moderator.patch(`/api/admin/reviews/${reviewId}/moderate`, hidden))
    return text(await other.browser.get('/api/decisions/mine'), '0', 'id')
  }
  const decisionId = await remove(reviews.otherReviewId)
  must(await other.browser.post(`/api/decisions/${decisionId}/appeal`, { reason: 'Non contiene insulti.' }))
  const period = {
    from: dateInDays(-3),
    to: dateInDays(-2),
    reason: 'OFF_TOPIC',
    facts: 'Recensioni di un altro locale.',
  }
  const exclusion = must(await moderator.post(`/api/admin/businesses/${venue.id}/exclusions`, period))
  const sanctions = await sanction(cast)
  const plan = must(await moderator.post(`/api/admin/reviews/${reviews.reversibleReviewId}/domino`))
  return {
    caseId: `dispute-${reviews.reviewId}`,
    decisionId,
    appealableDecisionId: await remove(reviews.secondRemovedReviewId),
    exclusionId: text(exclusion, 'exclusions', '0', 'id'),
    planId: text(plan, 'planId'),
    ...sanctions,
  }
}

const sanction = async ({ other, leaver, spare, suspects, staff: { moderator } }: Cast): Promise<Ids> => {
  const impose = async ({ browser }: { readonly browser: ApiClient }, severity: string) => {
    const sanction = { userId: await accountIdOf(browser), reason: 'SPAM', severity, description: 'Molti messaggi.' }
    return text(must(await moderator.post('/api/admin/sanctions', sanction)), 'id')
  }
  const appealedSanctionId = await impose(leaver, 'LOW')
  const appeal = { appealReason: 'Non ho mandato messaggi.' }
  must(await leaver.browser.post(`/api/sanctions/${appealedSanctionId}/appeal`, appeal))
  return {
    sanctionId: await impose(other, 'LOW'),
    liftableSanctionId: await impose(spare, 'LOW'),
    appealedSanctionId,
    proposedSanctionId: await impose(suspects[0], 'PERMANENT'),
    refusableSanctionId: await impose(suspects[1], 'PERMANENT'),
  }
}

/** A booking, a request to the help desk, a programme, and what the lists show. */
export const useTheRest = async ({ guest, leaver }: Cast) => {
  const { browser } = guest
  const dates = { checkIn: dateInDays(30), checkOut: dateInDays(33) }
  const hotels = await browser.get(
    `/api/hotels?destination=Roma&checkIn=${dates.checkIn}&checkOut=${dates.checkOut}&guests=2`,
  )
  const hotelId = text(hotels, '0', 'id')
  const booking = must(await browser.post('/api/bookings', { hotelId, destination: 'Roma', ...dates, guests: 2 }))
  const message = { subject: 'Aiuto', message: 'Non trovo la recensione.' }
  const request = must(await browser.post('/api/support/messages', message))
  const otherRequest = must(await leaver.browser.post('/api/support/messages', message))
  const programme = must(await browser.post('/api/affiliate/programs', { programName: 'Amici', commissionRate: 5 }))
  return {
    hotelId,
    bookingId: text(booking, 'id'),
    supportRequestId: text(request, 'id'),
    unansweredSupportRequestId: text(otherRequest, 'id'),
    programmeId: text(programme, 'id'),
    notificationId: text(await browser.get('/api/notifications'), 'items', '0', 'id'),
    advertisementId: text(await browser.get('/api/advertisements'), '0', 'id'),
  }
}
