import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore, plusMinutes } from '../../kernel/time.ts'
import type { CaseEvent } from './events.ts'
import { liveClaim, type OpenedCase, type Outcome } from './state.ts'

export interface ClaimCase {
  readonly type: 'ClaimCase'
  readonly by: string
  readonly leaseMinutes: number
  readonly at: Instant
}

export interface ReleaseCase {
  readonly type: 'ReleaseCase'
  readonly by: string
  readonly at: Instant
}

export type ClaimRejection =
  | { readonly type: 'OwnMatter' }
  | { readonly type: 'CaseAlreadyClosed'; readonly outcome: Outcome | null }
  /** `name` is whom the others know the moderator as; the domain knows accounts only. */
  | { readonly type: 'ClaimedByAnother'; readonly by: string; readonly until: Instant; readonly name?: string }

const accept = (...events: readonly CaseEvent[]) => E.right(events)
const reject = (rejection: ClaimRejection) => E.left(rejection)

/** Who has a part in the matter does not work on it (P-16); a lapsed claim of another's ends where the next one begins. */
export const claim = ({ by, leaseMinutes, at }: ClaimCase, state: OpenedCase) => {
  const { caseId, kind, targetId } = state
  if (state.status === 'closed') return reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
  if (state.parties.includes(by)) return reject({ type: 'OwnMatter' })
  const live = liveClaim(state, at)
  if (live !== null && live.by !== by) return reject({ type: 'ClaimedByAnother', ...live })

  const until = plusMinutes(at, leaseMinutes)
  const claimed = { type: 'CaseClaimed', data: { caseId, kind, targetId, by, until, at } } as const
  if (state.claim === null) return accept(claimed)
  if (state.claim.by !== by) return accept(expired(state, at), claimed)
  return isBefore(state.claim.until, until) ? accept(claimed) : accept()
}

export const release = ({ by, at }: ReleaseCase, state: OpenedCase) => {
  const { caseId, kind, targetId } = state
  const live = liveClaim(state, at)
  if (live === null) return accept()
  return live.by === by
    ? accept({ type: 'ClaimReleased', data: { caseId, kind, targetId, by, at } })
    : reject({ type: 'ClaimedByAnother', ...live })
}

/** The end of a claim nobody renewed. */
export const expired = ({ caseId, kind, targetId, claim }: OpenedCase, at: Instant): CaseEvent => ({
  type: 'ClaimExpired',
  data: { caseId, kind, targetId, by: claim?.by ?? '', until: claim?.until ?? at, at },
})
