import { photosOfClient, setClientPhotos } from './access/client-photos.ts'
import {
  completeProfile,
  editBusinessProfile,
  editClientProfile,
  setPhotoConsent,
  setPreferences,
} from './access/edit-profile.ts'
import { activatePremium } from './ava/activate-premium.ts'
import { configureWallet, setWalletAddress } from './ava/configure-wallet.ts'
import { forcePayout } from './ava/force-payout.ts'
import { imposeSanction } from './conduct/impose-sanction.ts'
import { judgeFlagging } from './conduct/judge-flagging.ts'
import { appealSanction, decideSanctionAppeal, liftSanction, takeSanctionAppeal } from './conduct/sanctions.ts'
import { claimCase, releaseCase } from './moderation/claims.ts'
import { nextCase } from './moderation/next-case.ts'
import { decideAppeal, takeAppeal } from './moderation/decide-appeal.ts'
import { decideDispute } from './moderation/decide-dispute.ts'
import { decideFlag } from './moderation/decide-flag.ts'
import { lodgeAppeal } from './moderation/lodge-appeal.ts'
import { dismissAnomaly, excludePeriod, liftExclusion } from './moderation/exclusions.ts'
import { approveDomino, dominoOfReview, dominoPlan, previewDomino } from './domino/domino.ts'
import { moderateReview } from './moderation/moderate-review.ts'
import { removeRating } from './moderation/remove-rating.ts'
import { suggestReasons } from './moderation/suggest-reasons.ts'
import { createProgramme } from './promotion/create-programme.ts'
import { dropFavourite, saveFavourite } from './profiles/favourites.ts'
import { clickAdvertisement } from './promotion/click-advertisement.ts'
import { addTestRating } from './reputation/add-test-rating.ts'
import { amendRating, withdrawRating } from './reputation/amend-rating.ts'
import { editReview } from './reputation/edit-review.ts'
import { fileStatement } from './reputation/file-statement.ts'
import { flagReview } from './reputation/flag-review.ts'
import { openDispute } from './reputation/open-dispute.ts'
import { rateClient } from './reputation/rate-client.ts'
import { publishReply, withdrawReply } from './reputation/reply.ts'
import { submitReview } from './reputation/submit-review.ts'
import { replayCase } from './replay/replay-case.ts'
import { activateRuleSet, draftRuleSet, requestSimulation, ruleBooks } from './rulebook/rule-books.ts'
import { redeemReward } from './rewards/redeem-reward.ts'
import { bookHotel } from './travel/book-hotel.ts'
import { cancelBooking } from './travel/cancel-booking.ts'
import { open, type Capability, type Guarded, type Toolbox, type Who } from './use-case.ts'

const business: Who = { kind: 'business' }
const client: Who = { kind: 'client' }
const confirmed: Who = { confirmed: true }
const confirmedBusiness: Who = { kind: 'business', confirmed: true }
const moderator: Who = { moderator: true }
const admin: Who = { admin: true }

/** The table of contents of what can be asked: every command of a signed-in person, and who may give it (P-10). */
export const capabilities = {
  rateClient: { who: business, does: rateClient },
  amendRating: { who: business, does: amendRating },
  withdrawRating: { who: business, does: withdrawRating },
  addTestRating: { who: client, does: addTestRating },
  // both sides review, anybody reports, the reviewed business disputes, moderators decide (B-05)
  submitReview: { who: confirmed, does: submitReview },
  editReview: { who: confirmed, does: editReview },
  flagReview: { who: {}, does: flagReview },
  lodgeAppeal: { who: { suspended: true }, does: lodgeAppeal },
  openDispute: { who: confirmedBusiness, does: openDispute },
  fileStatement: { who: {}, does: fileStatement },
  publishReply: { who: confirmedBusiness, does: publishReply },
  withdrawReply: { who: business, does: withdrawReply },

  nextCase: { who: moderator, does: nextCase },
  claimCase: { who: moderator, does: claimCase },
  releaseCase: { who: moderator, does: releaseCase },
  removeRating: { who: moderator, does: removeRating },
  suggestReasons: { who: moderator, does: suggestReasons },
  moderateReview: { who: moderator, does: moderateReview },
  decideFlag: { who: moderator, does: decideFlag },
  decideDispute: { who: moderator, does: decideDispute },
  takeAppeal: { who: moderator, does: takeAppeal },
  decideAppeal: { who: moderator, does: decideAppeal },
  excludePeriod: { who: moderator, does: excludePeriod },
  liftExclusion: { who: moderator, does: liftExclusion },
  dismissAnomaly: { who: moderator, does: dismissAnomaly },

  previewDomino: { who: moderator, does: previewDomino },
  approveDomino: { who: moderator, does: approveDomino },
  dominoPlan: { who: moderator, does: dominoPlan },
  dominoOfReview: { who: moderator, does: dominoOfReview },
  replayCase: { who: { suspended: true }, does: replayCase },
  imposeSanction: { who: moderator, does: imposeSanction },
  liftSanction: { who: moderator, does: liftSanction },
  judgeFlagging: { who: moderator, does: judgeFlagging },
  appealSanction: { who: { suspended: true }, does: appealSanction },
  takeSanctionAppeal: { who: moderator, does: takeSanctionAppeal },
  decideSanctionAppeal: { who: moderator, does: decideSanctionAppeal },

  redeemReward: { who: confirmed, does: redeemReward },
  // both sides earn AVA and are paid (B-11)
  setWalletAddress: { who: {}, does: setWalletAddress },
  configureWallet: { who: business, does: configureWallet },
  activatePremium: { who: {}, does: activatePremium },
  forcePayout: { who: admin, does: forcePayout },
  ruleBooks: { who: admin, does: ruleBooks },
  draftRuleSet: { who: admin, does: draftRuleSet },
  requestSimulation: { who: admin, does: requestSimulation },
  activateRuleSet: { who: admin, does: activateRuleSet },
  bookHotel: { who: confirmed, does: bookHotel },
  cancelBooking: { who: {}, does: cancelBooking },

  editBusinessProfile: { who: business, does: editBusinessProfile },
  editClientProfile: { who: client, does: editClientProfile },
  setPhotoConsent: { who: client, does: setPhotoConsent },
  photosOfClient: { who: {}, does: photosOfClient },
  setClientPhotos: { who: {}, does: setClientPhotos },
  setPreferences: { who: {}, does: setPreferences },
  completeProfile: { who: business, does: completeProfile },
  saveFavourite: { who: client, does: saveFavourite },
  dropFavourite: { who: client, does: dropFavourite },

  clickAdvertisement: { who: {}, does: clickAdvertisement },
  createProgramme: { who: confirmed, does: createProgramme },
} as const

/** Every capability behind its guard. */
export type Capabilities = {
  readonly [Name in keyof typeof capabilities]: Guarded<(typeof capabilities)[Name]['does']>
}

export const openAll = (toolbox: Toolbox): Capabilities =>
  Object.fromEntries(
    Object.entries(capabilities).map(([name, capability]) => [
      name,
      open(toolbox)(capability as Capability<never, unknown>),
    ]),
  ) as unknown as Capabilities
