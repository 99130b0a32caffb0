import type { DomainEvent } from '../../application/catalogue.ts'

export type Topic = 'reviews' | 'ratings' | 'rewards' | 'ava' | 'bookings' | 'account'

/** Whom an event concerns, by account or by client id, and what of theirs it changes. */
export const concernedBy = ({ type, data }: DomainEvent): readonly (readonly [string, Topic])[] => {
  switch (type) {
    case 'ReviewSubmitted':
    case 'ReviewEdited':
    case 'ReviewHeld':
    case 'ReviewHidden':
    case 'ReviewRemoved':
    case 'ReviewRestored':
      return [
        [data.authorId, 'reviews'],
        [data.targetId, 'reviews'],
      ]
    case 'DisputeOpened':
    case 'DisputeTakenUnderReview':
    case 'DisputeUpheld':
    case 'DisputeRejected':
    case 'DisputeClosed':
    case 'DisputeVoided':
      return [[data.businessId, 'reviews']]
    case 'ClientRated':
    case 'RatingAmended':
    case 'RatingWithdrawn':
    case 'RatingRemoved':
      return [
        [data.businessId, 'ratings'],
        [data.clientId, 'ratings'],
      ]
    case 'RewardIssued':
      return [[data.clientId, 'rewards'], ...(data.businessId === null ? [] : [[data.businessId, 'rewards'] as const])]
    case 'RewardRedeemed':
      return [
        [data.clientId, 'rewards'],
        [data.by, 'rewards'],
      ]
    case 'RewardRevoked':
    case 'RewardExpired':
    case 'StarsCounted':
    case 'StarsUncounted':
    case 'CrossProviderDiscountActivated':
    case 'EliteBonusGranted':
    case 'TierChanged':
    case 'ReviewCredited':
    case 'ReviewUncredited':
      return [[data.clientId, 'rewards']]
    case 'RatingCounted':
    case 'RatingUncounted':
    case 'AvaEarned':
    case 'AvaMatured':
    case 'AvaTakenBack':
    case 'AvaSpent':
    case 'PremiumActivated':
    case 'PayoutAddressSet':
    case 'PayoutThresholdSet':
    case 'PayoutReserved':
    case 'PayoutConfirmed':
    case 'PayoutReleased':
      return [[data.accountId, 'ava']]
    case 'BookingConfirmed':
    case 'BookingCancelled':
    case 'BookingCompleted':
      return [[data.accountId, 'bookings']]
    case 'EmailConfirmed':
    case 'RoleGranted':
    case 'RoleRevoked':
      return [[data.accountId, 'account']]
    case 'BusinessRegistered':
    case 'ClientRegistered':
    case 'NameClaimed':
    case 'NameKept':
    case 'NameReleased':
    case 'ReviewFlagged':
    case 'FlagReviewed':
    case 'FlagDismissed':
    case 'FlagUpheld':
    case 'TurnTaken':
    case 'TurnReleased':
    case 'ReviewWeighed':
    case 'OpinionChanged':
    case 'CaseOpened':
    case 'CaseEscalated':
    case 'CaseClaimed':
    case 'ClaimReleased':
    case 'CaseClosed':
      return []
  }
}
