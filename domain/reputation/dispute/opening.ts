import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import type { TargetType } from '../review/events.ts'
import { longerThan } from '../text.ts'
import type { DisputeEvent, DisputeReason } from './events.ts'
import type { DisputeState } from './state.ts'
import { endOfWorkingDay } from './working-days.ts'

type ReviewStatus = 'ACTIVE' | 'HIDDEN' | 'REMOVED' | 'PENDING_REVIEW'

export interface OpenDispute {
  readonly type: 'OpenDispute'
  readonly reviewId: string
  /** The account of the business that asks. */
  readonly businessId: string
  /** The review as it stands. */
  readonly review: { readonly targetType: TargetType; readonly targetId: string; readonly status: ReviewStatus }
  readonly reason: DisputeReason
  readonly message: string
  readonly evidenceUrls: readonly string[]
  /** How many working days the moderators have (B-47). */
  readonly workingDays: number
  readonly at: Instant
}

export type OpeningRejection =
  | { readonly type: 'NotTheDisputedBusiness' }
  | { readonly type: 'AlreadyDisputed' }
  | { readonly type: 'ReviewNotDisputable'; readonly status: ReviewStatus }
  | { readonly type: 'DisputeMessageLength'; readonly least: number; readonly most: number }
  | { readonly type: 'DisputeEvidenceInvalid'; readonly mostUrls: number }

/** Characters (V-48, C-24). */
const leastMessage = 20
const longestMessage = 2000
/** Of evidence, https only (V-49, C-24, Q-51). */
const mostUrls = 5

const reject = (rejection: OpeningRejection) => E.left(rejection)

/** Only by the business the review is about, and once (B-28, B-29, P-13). */
export const open = (
  command: OpenDispute,
  state: DisputeState,
): E.Either<OpeningRejection, readonly DisputeEvent[]> => {
  const { reviewId, businessId, review, reason, workingDays, at } = command
  const message = command.message.trim()
  const evidenceUrls = command.evidenceUrls.map((url) => url.trim())
  if (review.targetType !== 'BUSINESS' || review.targetId !== businessId)
    return reject({ type: 'NotTheDisputedBusiness' })
  if (state.status !== 'NONE') {
    const { opened } = state
    const again = reason === opened.reason && message === opened.message && sameUrls(evidenceUrls, opened.evidenceUrls)
    return again ? E.right([]) : reject({ type: 'AlreadyDisputed' })
  }
  if (review.status === 'HIDDEN' || review.status === 'REMOVED')
    return reject({ type: 'ReviewNotDisputable', status: review.status })
  if (message.length < leastMessage || longerThan(longestMessage, message))
    return reject({ type: 'DisputeMessageLength', least: leastMessage, most: longestMessage })
  if (evidenceUrls.length > mostUrls || !evidenceUrls.every(isHttps))
    return reject({ type: 'DisputeEvidenceInvalid', mostUrls })

  const dueAt = endOfWorkingDay(at, workingDays)
  const whose = { disputeId: reviewId, reviewId, businessId }
  return E.right([{ type: 'DisputeOpened', data: { ...whose, reason, message, evidenceUrls, dueAt, at } }])
}

const sameUrls = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((url, i) => url === others[i])

const isHttps = (url: string) => URL.parse(url)?.protocol === 'https:'
