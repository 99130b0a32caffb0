import type { DomainRejection } from '../domain/all.ts'
import type { AccountsRejection } from './accounts/rejections.ts'
import type { AnalyticsRejection } from './analytics/rejections.ts'
import type { AuditRejection } from './audit/rejections.ts'
import type { AvaRejection } from './ava/rejections.ts'
import type { ModerationUseCaseRejection } from './moderation/rejections.ts'
import type { PromotionRejection } from './promotion/rejections.ts'
import type { RatingsRejection } from './ratings/rejections.ts'
import type { ReviewUseCaseRejection } from './reviews/rejections.ts'
import type { SanctionsRejection } from './sanctions/rejections.ts'
import type { TravelRejection } from './travel/rejections.ts'

/** Rejected before the command runs: the caller lacks access. */
export type AccessRejection =
  /** The session is missing, expired or ended. */
  | { readonly type: 'NotSignedIn' }
  /** The call requires another kind of account or role. */
  | { readonly type: 'Forbidden'; readonly needs: 'moderator' | 'admin' | 'auditor' | 'business' | 'client' }
  /** The account's address has not been confirmed yet. */
  | { readonly type: 'EmailNotConfirmed' }
  /** A member of staff has not signed in with a trusted passkey. */
  | { readonly type: 'SecondFactorDue' }

/** All reasons to reject a command, in use cases and aggregates; the API's error messages are exhaustive over them. */
export type AnyRejection =
  | DomainRejection
  | AccessRejection
  | AccountsRejection
  | ReviewUseCaseRejection
  | RatingsRejection
  | ModerationUseCaseRejection
  | SanctionsRejection
  | AvaRejection
  | TravelRejection
  | PromotionRejection
  | AnalyticsRejection
  | AuditRejection
