import { accessRoutes } from './access/access.routes.ts'
import { advertisementRoutes } from './promotion/advertisements.routes.ts'
import type { Hall } from './hall.ts'
import type { Download, Picture, Route, Stream } from './route.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { completeProfileRoute } from './profile/complete-profile.route.ts'
import { clientRecordRoute } from './profile/client-record.route.ts'
import { favouriteRoutes } from './profile/favourites.routes.ts'
import { privacyRoutes } from './privacy/deletion.routes.ts'
import { rateClientRoute } from './reputation/rate-client.route.ts'
import { addTestRatingRoute } from './reputation/add-test-rating.route.ts'
import { ownRatingRoutes } from './reputation/own-rating.routes.ts'
import { ownClientRoutes } from './reputation/own-client.routes.ts'
import { ratingsGivenRoute } from './reputation/ratings-given.route.ts'
import { ratingsReceivedRoute } from './reputation/ratings-received.route.ts'
import { clientsRoute } from './reputation/clients.route.ts'
import { clientByEmailRoute } from './reputation/client-by-email.route.ts'
import { topClientsRoute } from './reputation/top-clients.route.ts'
import { dashboardStatsRoute } from './reputation/dashboard-stats.route.ts'
import { submitReviewRoute } from './reputation/submit-review.route.ts'
import { reviewsOfTargetRoute } from './reputation/reviews-of-target.route.ts'
import { ownReviewsRoute } from './reputation/own-reviews.route.ts'
import { editReviewRoute } from './reputation/edit-review.route.ts'
import { flagReviewRoute } from './reputation/flag-review.route.ts'
import { flagsRaisedRoute } from './reputation/flags-raised.route.ts'
import { hearingRoutes } from './reputation/hearing.routes.ts'
import { replyRoutes } from './reputation/reply.routes.ts'
import { openDisputeRoute } from './reputation/open-dispute.route.ts'
import { disputesRoute } from './reputation/disputes.route.ts'
import { businessProfileRoute } from './reputation/business-profile.route.ts'
import { exclusionRoutes } from './moderation/exclusions.routes.ts'
import { scoreRoutes } from './reputation/score.routes.ts'
import { findBusinessesRoute } from './reputation/find-businesses.route.ts'
import { moderatedReviewsRoute } from './moderation/moderated-reviews.route.ts'
import { moderateReviewRoute } from './moderation/moderate-review.route.ts'
import { removeRatingRoute } from './moderation/remove-rating.route.ts'
import { queueRoute } from './moderation/queue.route.ts'
import { nextCaseRoute } from './moderation/next-case.route.ts'
import { claimCaseRoute } from './moderation/claim-case.route.ts'
import { releaseCaseRoute } from './moderation/release-case.route.ts'
import { queueEventsRoute } from './moderation/queue-events.route.ts'
import { dominoRoutes } from './moderation/domino.routes.ts'
import { replayCaseRoute } from './moderation/replay-case.route.ts'
import { caseFileRoute } from './moderation/case-file.route.ts'
import { decideFlagRoute } from './moderation/decide-flag.route.ts'
import { judgeFlaggingRoute } from './moderation/judge-flagging.route.ts'
import { appealRoutes } from './moderation/appeals.routes.ts'
import { decideDisputeRoute } from './moderation/decide-dispute.route.ts'
import { decisionRoutes } from './moderation/decisions.routes.ts'
import { conductRoutes } from './conduct/conduct.routes.ts'
import { rewardsRoute } from './rewards/rewards.route.ts'
import { issuedRewardsRoute } from './rewards/issued-rewards.route.ts'
import { redeemRewardRoute } from './rewards/redeem-reward.route.ts'
import { standingRoute } from './rewards/standing.route.ts'
import { whyRoutes } from './rewards/why.routes.ts'
import { avaProfileRoute } from './ava/ava-profile.route.ts'
import { avaTransactionsRoute } from './ava/ava-transactions.route.ts'
import { avaPayoutsRoute } from './ava/ava-payouts.route.ts'
import { avaWalletRoute } from './ava/ava-wallet.route.ts'
import { rulebookRoutes } from './rulebook/rulebooks.routes.ts'
import { companyWalletRoutes } from './ava/company-wallet.routes.ts'
import { hotelPartnerRoute } from './travel/hotel-partner.route.ts'
import { configureWalletRoute } from './ava/configure-wallet.route.ts'
import { forcePayoutRoute } from './ava/force-payout.route.ts'
import { setWalletAddressRoute } from './ava/set-wallet-address.route.ts'
import { upgradePremiumRoute } from './ava/upgrade-premium.route.ts'
import { hotelsRoute } from './travel/hotels.route.ts'
import { bookingsRoute } from './travel/bookings.route.ts'
import { bookHotelRoute } from './travel/book-hotel.route.ts'
import { cancelBookingRoute } from './travel/cancel-booking.route.ts'
import { placesAutocompleteRoute } from './places/places-autocomplete.route.ts'
import { placesSourceRoute } from './places/places-source.route.ts'
import { placeSearchRoutes } from './places/search-places.routes.ts'
import { affiliateRoutes } from './promotion/affiliate.routes.ts'
import { liveRoute } from './live/live.route.ts'

/** Every call of the contract, answered: one file a route. */
export const routesOf = (hall: Hall): readonly (Route | Stream | Picture | Download)[] => [
  ...accessRoutes(hall),
  ...profileRoutes(hall),
  completeProfileRoute(hall),
  clientRecordRoute(hall),
  ...favouriteRoutes(hall),
  ...advertisementRoutes(hall),
  ...privacyRoutes(hall),
  ...reputationRoutes(hall),
  ...moderationRoutes(hall),
  rewardsRoute(hall),
  issuedRewardsRoute(hall),
  redeemRewardRoute(hall),
  standingRoute(hall),
  ...whyRoutes(hall),
  avaProfileRoute(hall),
  avaTransactionsRoute(hall),
  avaWalletRoute(hall),
  setWalletAddressRoute(hall),
  configureWalletRoute(hall),
  avaPayoutsRoute(hall),
  upgradePremiumRoute(hall),
  forcePayoutRoute(hall),
  ...companyWalletRoutes(hall),
  ...rulebookRoutes(hall),
  hotelsRoute(hall),
  hotelPartnerRoute(hall),
  bookingsRoute(hall),
  bookHotelRoute(hall),
  cancelBookingRoute(hall),
  placesAutocompleteRoute(hall),
  placesSourceRoute(hall),
  ...placeSearchRoutes(hall),
  ...affiliateRoutes(hall),
  liveRoute(hall),
]

const reputationRoutes = (hall: Hall): readonly (Route | Stream | Picture)[] => [
  rateClientRoute(hall),
  ...ownRatingRoutes(hall),
  ...ownClientRoutes(hall),
  addTestRatingRoute(hall),
  ratingsGivenRoute(hall),
  ratingsReceivedRoute(hall),
  clientsRoute(hall),
  clientByEmailRoute(hall),
  topClientsRoute(hall),
  dashboardStatsRoute(hall),
  submitReviewRoute(hall),
  reviewsOfTargetRoute(hall),
  ownReviewsRoute(hall),
  editReviewRoute(hall),
  flagReviewRoute(hall),
  flagsRaisedRoute(hall),
  ...replyRoutes(hall),
  openDisputeRoute(hall),
  ...hearingRoutes(hall),
  disputesRoute(hall),
  businessProfileRoute(hall),
  findBusinessesRoute(hall),
  ...scoreRoutes(hall),
  ...exclusionRoutes(hall),
]

const moderationRoutes = (hall: Hall): readonly (Route | Stream | Picture)[] => [
  moderatedReviewsRoute(hall),
  moderateReviewRoute(hall),
  removeRatingRoute(hall),
  judgeFlaggingRoute(hall),
  queueRoute(hall),
  nextCaseRoute(hall),
  claimCaseRoute(hall),
  releaseCaseRoute(hall),
  queueEventsRoute(hall),
  caseFileRoute(hall),
  replayCaseRoute(hall),
  ...dominoRoutes(hall),
  decideFlagRoute(hall),
  decideDisputeRoute(hall),
  ...decisionRoutes(hall),
  ...appealRoutes(hall),
  ...conductRoutes(hall),
]
