import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { liveClaim, moderationCase } from '../../domain/moderation/case/decider.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'

export const claimCase: UseCase<
  { readonly caseId: string },
  { readonly claimedUntil: string; readonly position: Position | null }
> =
  (context) =>
  ({ caseId }) => {
    const { person, at, limits } = context
    const command = { type: 'ClaimCase', by: person.accountId, leaseMinutes: limits.caseLeaseMinutes, at } as const
    return pipe(
      context.run(moderationCase, caseId, command),
      TE.map(({ state, position }) => ({ claimedUntil: liveClaim(state, at)?.until ?? at, position })),
    )
  }

export const releaseCase: UseCase<{ readonly caseId: string }, { readonly position: Position | null }> =
  (context) =>
  ({ caseId }) =>
    pipe(
      context.run(moderationCase, caseId, { type: 'ReleaseCase', by: context.person.accountId, at: context.at }),
      TE.map(({ position }) => ({ position })),
    )

/** Points settled 8: a decision needs no claim, but another moderator's live one stands in its way. */
export const notHeldByAnother = (context: Context, caseId: string): Answer<void> =>
  pipe(
    context.look(moderationCase, caseId),
    TE.flatMap(({ state }) => {
      const claim = liveClaim(state, context.at)
      return claim === null || claim.by === context.person.accountId
        ? TE.right(undefined)
        : TE.left(refuse({ type: 'ClaimedByAnother', ...claim }))
    }),
  )
