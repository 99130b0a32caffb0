import { chartTexts } from '../../../../web/app/components/charts/texts.ts'
import { componentTexts } from '../../../../web/app/components/texts.ts'
import { shellTexts } from '../../../../web/app/texts.ts'
import { homeTexts, landingTexts } from '../../../../web/app/pages/marketing/landing.texts.ts'
import { communityTexts } from '../../../../web/app/pages/marketing/community.texts.ts'
import { privacyPolicyTexts } from '../../../../web/app/pages/marketing/privacy-policy.texts.ts'
import { accountDeletionTexts } from '../../../../web/app/features/privacy/texts.ts'
import { signInTexts, socialTexts } from '../../../../web/app/features/accounts/sign-in/texts.ts'
import { recoveryTexts } from '../../../../web/app/features/accounts/recovery/texts.ts'
import { passkeyTexts } from '../../../../web/app/features/accounts/passkeys/texts.ts'
import { sessionTexts } from '../../../../web/app/features/accounts/sessions/texts.ts'
import { photoTexts } from '../../../../web/app/components/photo/texts.ts'
import { dashboardTexts } from '../../../../web/app/pages/dashboard.texts.ts'
import { clientTexts } from '../../../../web/app/features/ratings/clients.texts.ts'
import { disownTexts, ratingTexts } from '../../../../web/app/features/ratings/texts.ts'
import {
  disputeTexts,
  ownFlagTexts,
  remarkTexts,
  replyTexts,
  reviewTabTexts,
  reviewTexts,
} from '../../../../web/app/features/reviews/texts.ts'
import { analyticsTexts } from '../../../../web/app/features/analytics/texts.ts'
import { rewardTexts } from '../../../../web/app/features/rewards/texts.ts'
import { ruleSetTexts } from '../../../../web/app/features/ava/rule-sets.texts.ts'
import { correlationTexts } from '../../../../web/app/features/audit/correlation.texts.ts'
import { eventTexts } from '../../../../web/app/features/audit/event.texts.ts'
import { overviewTexts } from '../../../../web/app/features/audit/overview.texts.ts'
import { auditTexts, eventLogTexts } from '../../../../web/app/features/audit/texts.ts'
import { avaTexts, companyWalletTexts, undoAddressTexts } from '../../../../web/app/features/ava/wallet.texts.ts'
import { travelTexts, placeTexts } from '../../../../web/app/features/travel/texts.ts'
import { moderationTexts, caseQueueTexts, flagAbuseTexts } from '../../../../web/app/features/moderation/texts.ts'
import { decisionTexts, transparencyTexts } from '../../../../web/app/features/moderation/decisions.texts.ts'
import { appealTexts, appealPanelTexts } from '../../../../web/app/features/moderation/appeals.texts.ts'
import { scoreModerationTexts } from '../../../../web/app/features/moderation/scores.texts.ts'
import { scoreTexts } from '../../../../web/app/features/reviews/scores.texts.ts'
import { explanationTexts } from '../../../../web/app/features/rewards/explanations.texts.ts'
import { replayTexts } from '../../../../web/app/features/moderation/replay/texts.ts'
import { reversalTexts } from '../../../../web/app/features/moderation/reversal.texts.ts'
import { sanctionTexts } from '../../../../web/app/features/sanctions/texts.ts'
import { supportTexts } from '../../../../web/app/features/support/texts.ts'
import { addressTexts } from '../../../../web/app/components/address-autocomplete.texts.ts'
import { affiliateTexts, advertisementTexts } from '../../../../web/app/features/promotion/texts.ts'
import { galleryTexts } from '../../../../web/app/pages/dev/gallery/gallery.texts.ts'
import { devMailboxTexts } from '../../../../web/app/pages/dev/dev-mailbox.texts.ts'
import { profileTexts } from '../../../../web/app/features/accounts/profile/texts.ts'
import { favouriteTexts } from '../../../../web/app/features/accounts/favourites/texts.ts'
import {
  notificationPreferenceTexts,
  notificationTexts,
  unsubscribeTexts,
} from '../../../../web/app/features/accounts/notifications/texts.ts'

/** All Italian texts of the web app, by feature. */
export const texts = {
  kit: componentTexts,
  charts: chartTexts,
  shell: shellTexts,
  home: homeTexts,
  landing: landingTexts,
  community: communityTexts,
  privacy: privacyPolicyTexts,
  deletion: accountDeletionTexts,
  access: signInTexts,
  social: socialTexts,
  recovery: recoveryTexts,
  biometrics: passkeyTexts,
  sessions: sessionTexts,
  photos: photoTexts,
  dashboard: dashboardTexts,
  clients: clientTexts,
  ratings: ratingTexts,
  reviews: reviewTexts,
  disputes: disputeTexts,
  replies: replyTexts,
  ownFlags: ownFlagTexts,
  remarks: remarkTexts,
  reviewTabs: reviewTabTexts,
  analytics: analyticsTexts,
  rewards: rewardTexts,
  rulebooks: ruleSetTexts,
  ava: avaTexts,
  companyWallet: companyWalletTexts,
  undoAddress: undoAddressTexts,
  disown: disownTexts,
  travel: travelTexts,
  moderation: moderationTexts,
  decisions: decisionTexts,
  transparency: transparencyTexts,
  queue: caseQueueTexts,
  flagging: flagAbuseTexts,
  appeals: appealTexts,
  appealPanel: appealPanelTexts,
  scoreDesk: scoreModerationTexts,
  scores: scoreTexts,
  why: explanationTexts,
  replay: replayTexts,
  domino: reversalTexts,
  conduct: sanctionTexts,
  support: supportTexts,
  audit: auditTexts,
  eventLog: eventLogTexts,
  auditOverview: overviewTexts,
  auditEvent: eventTexts,
  auditCorrelation: correlationTexts,
  addresses: addressTexts,
  places: placeTexts,
  affiliate: affiliateTexts,
  dev: devMailboxTexts,
  gallery: galleryTexts,
  profile: profileTexts,
  favourites: favouriteTexts,
  notifications: notificationTexts,
  notificationPreferences: notificationPreferenceTexts,
  unsubscribing: unsubscribeTexts,
  advertisements: advertisementTexts,
}
