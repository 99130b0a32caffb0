import { accounts } from './accounts.ts'
import { adClicks } from './ad-clicks.ts'
import { advertisements } from './advertisements.ts'
import { affiliateProgrammes } from './affiliate-programmes.ts'
import { commissions } from './commissions.ts'
import { referrals } from './referrals.ts'
import { appeals } from './appeals.ts'
import { anomalies } from './anomalies.ts'
import { avaTransactions } from './ava-transactions.ts'
import { bookings } from './bookings.ts'
import { businessWords } from './business-words.ts'
import { cases } from './cases.ts'
import { clientStandings } from './client-standings.ts'
import { disputeStatements } from './dispute-statements.ts'
import { decisions } from './decisions.ts'
import { decisionPlaces } from './decision-places.ts'
import { disputes } from './disputes.ts'
import { erasures } from './erasures.ts'
import { exclusions } from './exclusions.ts'
import { favourites } from './favourites.ts'
import { flags } from './flags.ts'
import { laneCounts } from './lane-counts.ts'
import { notices } from './notices.ts'
import { opinions } from './opinions.ts'
import { payoutBatches } from './payout-batches.ts'
import { payouts } from './payouts.ts'
import { phones } from './phones.ts'
import { preferences } from './preferences.ts'
import { ratings } from './ratings.ts'
import { replies } from './replies.ts'
import { reviews } from './reviews.ts'
import { rewardCodes } from './reward-codes.ts'
import { venueDisputes } from './venue-disputes.ts'
import { venueDays } from './venue-days.ts'
import { scoreChanges } from './score-changes.ts'
import { sanctions } from './sanctions.ts'
import { venueScores } from './venue-scores.ts'
import { wallets } from './wallets.ts'

/** Every projection there is. */
export const projections = {
  accounts,
  phones,
  ratings,
  clientStandings,
  reviews,
  flags,
  disputes,
  disputeStatements,
  replies,
  decisions,
  notices,
  cases,
  laneCounts,
  appeals,
  decisionPlaces,
  sanctions,
  venueScores,
  venueDisputes,
  opinions,
  venueDays,
  exclusions,
  anomalies,
  scoreChanges,
  rewardCodes,
  wallets,
  avaTransactions,
  payouts,
  payoutBatches,
  bookings,
  businessWords,
  preferences,
  favourites,
  advertisements,
  adClicks,
  erasures,
  affiliateProgrammes,
  referrals,
  commissions,
} as const

export type ProjectionName = (typeof projections)[keyof typeof projections]['name']
