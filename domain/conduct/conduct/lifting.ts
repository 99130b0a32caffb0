import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { groundsOf, withoutAppeal } from '../../kernel/reasons.ts'
import type { Statement } from '../../kernel/statement.ts'
import { isBefore } from '../../kernel/time.ts'
import type { LiftSanction, OverturnViolations } from './commands.ts'
import type { ConductEvent } from './events.ts'
import { sanctionIn, type ConductState } from './state.ts'

export type LiftingRejection = { readonly type: 'OwnMatter' } | { readonly type: 'SanctionNotFound' }

type Decision = E.Either<LiftingRejection, readonly ConductEvent[]>

/** A decision that speaks for the account: nothing is left to appeal here. */
export const inItsFavour = (facts: string, automation: Statement['automation'], at: Instant): Statement =>
  withoutAppeal({ facts, ...groundsOf('NO_VIOLATION', automation, at) })

/** Whatever has become of it: a sanction that is over still has its strike. */
export const lift = ({ accountId, sanctionId, by, facts, at }: LiftSanction, state: ConductState): Decision => {
  const sanction = sanctionIn(state, sanctionId)
  if (sanction === undefined) return E.left({ type: 'SanctionNotFound' })
  if (by === accountId) return E.left({ type: 'OwnMatter' })
  if (sanction.status === 'lifted') return E.right([])
  const data = { accountId, sanctionId, by, ...inItsFavour(facts, 'none', at), at }
  return E.right([{ type: 'SanctionLifted', data }])
}

/** What was recorded after the restoring stands: it rests on a later decision. */
export const overturn = (command: OverturnViolations, state: ConductState): Decision => {
  const { accountId, reviewId, facts, at } = command
  const concerned = state.violations.filter(
    (one) => one.reviewId === reviewId && one.overturnedAt === null && !isBefore(at, one.at),
  )
  return E.right(
    concerned.map(({ violationId }): ConductEvent => {
      const sanction = state.sanctions.find((one) => one.violationId === violationId)
      if (sanction === undefined) return { type: 'ViolationOverturned', data: { accountId, violationId, at } }
      const { sanctionId } = sanction
      const data = { accountId, sanctionId, by: null, ...inItsFavour(facts, 'decision', at), at }
      return { type: 'SanctionLifted', data }
    }),
  )
}
