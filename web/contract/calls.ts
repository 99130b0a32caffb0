import { accessCalls } from './access.ts'
import { advertisementCalls } from './advertisements.ts'
import { affiliateCalls } from './affiliate.ts'
import { appealCalls } from './appeals.ts'
import { avaCalls } from './ava.ts'
import { biometricCalls } from './biometrics.ts'
import { bookingCalls } from './bookings.ts'
import { businessCalls } from './businesses.ts'
import { clientRegistrationCalls } from './client-registration.ts'
import { clientCalls } from './clients.ts'
import { companyWalletCalls } from './company-wallet.ts'
import { conductCalls } from './conduct.ts'
import { dashboardCalls } from './dashboard.ts'
import { decisionCalls } from './decisions.ts'
import { devCalls } from './dev.ts'
import { dominoCalls } from './domino.ts'
import { favouriteCalls } from './favourites.ts'
import { flaggingCalls } from './flagging.ts'
import { flagAndDisputeCalls } from './flags-disputes.ts'
import { hearingCalls } from './hearings.ts'
import { moderationCalls } from './moderation.ts'
import { profileCalls } from './profile.ts'
import { privacyCalls } from './privacy.ts'
import { placeCalls } from './places.ts'
import { placeSearchCalls } from './place-search.ts'
import { photoCalls } from './photos.ts'
import { queueCalls } from './queue.ts'
import { ratingCalls } from './ratings.ts'
import { recoveryCalls } from './recovery.ts'
import { replyCalls } from './replies.ts'
import { reviewCalls } from './reviews.ts'
import { replayCalls } from './replay.ts'
import { rulebookCalls } from './rulebooks.ts'
import { rewardCalls } from './rewards.ts'
import { scoreCalls } from './scores.ts'
import { sessionCalls } from './sessions.ts'
import { socialCalls } from './social.ts'
import { whyCalls } from './standing-why.ts'

/** Every call there is: routes, the API's page, the browser's client and the test tables are made of this. */
export const calls = {
  ...accessCalls,
  ...devCalls,
  ...recoveryCalls,
  ...biometricCalls,
  ...sessionCalls,
  ...socialCalls,
  ...businessCalls,
  ...clientCalls,
  ...clientRegistrationCalls,
  ...photoCalls,
  ...dashboardCalls,
  ...ratingCalls,
  ...reviewCalls,
  ...replyCalls,
  ...flagAndDisputeCalls,
  ...flaggingCalls,
  ...hearingCalls,
  ...moderationCalls,
  ...queueCalls,
  ...decisionCalls,
  ...appealCalls,
  ...scoreCalls,
  ...replayCalls,
  ...dominoCalls,
  ...conductCalls,
  ...rewardCalls,
  ...whyCalls,
  ...avaCalls,
  ...companyWalletCalls,
  ...rulebookCalls,
  ...bookingCalls,
  ...profileCalls,
  ...favouriteCalls,
  ...advertisementCalls,
  ...privacyCalls,
  ...placeCalls,
  ...placeSearchCalls,
  ...affiliateCalls,
} as const

export type CallName = keyof typeof calls
