import type { DomainEvent } from '../../application/catalogue.ts'

export type Topic = 'reviews' | 'ratings' | 'rewards' | 'ava' | 'bookings' | 'account' | 'favourites'

type DataOf<T extends DomainEvent['type']> = Extract<DomainEvent, { readonly type: T }>['data']
/** A topic and the fields that name whom it concerns; null: no screen of a person's own shows it. */
type Concern<T extends DomainEvent['type']> = readonly [Topic, ...(keyof DataOf<T>)[]] | null

/** Every event there is, or it does not compile. */
const concerns: { readonly [T in DomainEvent['type']]: Concern<T> } = {
  ReviewSubmitted: ['reviews', 'authorId', 'targetId'],
  ReviewEdited: ['reviews', 'authorId', 'targetId'],
  ReviewHeld: ['reviews', 'authorId', 'targetId'],
  ReviewHidden: ['reviews', 'authorId', 'targetId'],
  ReviewRemoved: ['reviews', 'authorId', 'targetId'],
  ReviewRestored: ['reviews', 'authorId', 'targetId'],
  DisputeOpened: ['reviews', 'businessId'],
  DisputeTakenUnderReview: ['reviews', 'businessId'],
  DisputeUpheld: ['reviews', 'businessId'],
  DisputeRejected: ['reviews', 'businessId'],
  DisputeClosed: ['reviews', 'businessId'],
  DisputeVoided: ['reviews', 'businessId'],
  ClientRated: ['ratings', 'businessId', 'clientId'],
  // the client hears by what counts, and asks every half minute: a rating that waits must not be heard of
  RatingAmended: ['ratings', 'businessId'],
  RatingWithdrawn: ['ratings', 'businessId'],
  RatingRemoved: ['ratings', 'businessId'],
  RatingHeld: null,
  HeldRatingDropped: null,
  RatingsReleased: ['ratings', 'clientId'],
  RewardIssued: ['rewards', 'clientId', 'businessId'],
  RewardRedeemed: ['rewards', 'clientId', 'by'],
  RewardRevoked: ['rewards', 'clientId'],
  RewardExpired: ['rewards', 'clientId'],
  StarsCounted: ['rewards', 'clientId'],
  StarsUncounted: ['rewards', 'clientId'],
  CrossProviderDiscountActivated: ['rewards', 'clientId'],
  EliteBonusGranted: ['rewards', 'clientId'],
  TierChanged: ['rewards', 'clientId'],
  ReviewCredited: ['rewards', 'clientId'],
  ReviewUncredited: ['rewards', 'clientId'],
  RatingCounted: ['ava', 'accountId'],
  RatingUncounted: ['ava', 'accountId'],
  AvaEarned: ['ava', 'accountId'],
  AvaMatured: ['ava', 'accountId'],
  AvaTakenBack: ['ava', 'accountId'],
  AvaSpent: ['ava', 'accountId'],
  PremiumActivated: ['ava', 'accountId'],
  PayoutAddressSet: ['ava', 'accountId'],
  PayoutThresholdSet: ['ava', 'accountId'],
  PayoutReserved: ['ava', 'accountId'],
  PayoutConfirmed: ['ava', 'accountId'],
  PayoutReleased: ['ava', 'accountId'],
  BookingConfirmed: ['bookings', 'accountId'],
  BookingCancelled: ['bookings', 'accountId'],
  BookingCompleted: ['bookings', 'accountId'],
  EmailConfirmed: ['account', 'accountId'],
  PasswordChanged: ['account', 'accountId'],
  SocialIdentityLinked: ['account', 'accountId'],
  SocialIdentityUnlinked: ['account', 'accountId'],
  RoleGranted: ['account', 'accountId'],
  RoleRevoked: ['account', 'accountId'],
  BusinessProfileChanged: ['account', 'accountId'],
  ClientProfileChanged: ['account', 'accountId'],
  EmailChangeRequested: ['account', 'accountId'],
  EmailChanged: ['account', 'accountId'],
  PreferencesSet: ['account', 'accountId'],
  PrivacyAccepted: ['account', 'accountId'],
  PhotoConsentSet: ['account', 'accountId'],
  ClientPhotosChanged: ['account', 'accountId'],
  WarningIssued: ['account', 'accountId'],
  SuspensionImposed: ['account', 'accountId'],
  PermanentSuspensionImposed: ['account', 'accountId'],
  SanctionExpired: ['account', 'accountId'],
  SanctionLifted: ['account', 'accountId'],
  AppealSubmitted: ['account', 'accountId'],
  AppealTakenUnderReview: ['account', 'accountId'],
  AppealApproved: ['account', 'accountId'],
  AppealRejected: ['account', 'accountId'],
  FavouriteSaved: ['favourites', 'accountId'],
  FavouriteDropped: ['favourites', 'accountId'],
  BusinessRegistered: null,
  ClientRegistered: null,
  NameClaimed: null,
  NameKept: null,
  NameReleased: null,
  RecoveryRequested: null,
  DataDeletionRequested: null,
  ReviewFlagged: null,
  FlagReviewed: null,
  FlagDismissed: null,
  FlagUpheld: null,
  TurnTaken: null,
  TurnReleased: null,
  ReviewWeighed: null,
  OpinionChanged: null,
  DisputeOutcomeNoted: null,
  ViolationRecorded: null,
  ViolationOverturned: null,
  CaseOpened: null,
  CaseEscalated: null,
  CaseReprioritised: null,
  CaseDueSoon: null,
  CaseBecameOverdue: null,
  CaseClaimed: null,
  ClaimReleased: null,
  ClaimExpired: null,
  CaseClosed: null,
}

/** Whom an event concerns, by account or by client id, and what of theirs it changes. */
export const concernedBy = (event: DomainEvent): readonly (readonly [string, Topic])[] => {
  const { type, data } = event
  if (type === 'ClientRated' && data.held) return [[data.businessId, 'ratings']]
  const [topic, ...fields] = concerns[type] ?? []
  if (topic === undefined) return []
  return fields.flatMap((field) => {
    const id = (data as Readonly<Record<string, unknown>>)[field]
    return typeof id === 'string' ? [[id, topic] as const] : []
  })
}
