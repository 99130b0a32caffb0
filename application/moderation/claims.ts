import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import { liveClaim, moderationCase } from '../../domain/moderation/case.ts'
import type { Lane } from '../../domain/moderation/vocabulary.ts'
import type { AnyRejection } from '../rejections.ts'
import { type AppFailure, type CommandContext, refuse, type Result, type UseCase } from '../use-case.ts'

export interface ClaimedCase {
  readonly caseId: string
  readonly claimedUntil: string
  readonly position: Position | null
}

export const claimCase: UseCase<{ readonly caseId: string }, ClaimedCase> =
  (context) =>
  ({ caseId }) =>
    withClaimantName(context)(claimForCaller(context, caseId))

/** Claims a case unless another moderator holds a case of the same review. */
const claimForCaller = (context: CommandContext, caseId: string): Result<ClaimedCase> => {
  const { person, at, limits } = context
  const command = { type: 'ClaimCase', by: person.accountId, leaseMinutes: limits.caseLeaseMinutes, at } as const
  return pipe(
    context.lookups.moderation.otherCasesOf(caseId),
    TE.flatMap((others) => TE.traverseSeqArray((other: string) => checkUnclaimed(context, other))(others)),
    TE.flatMap(() => context.execute(moderationCase, caseId, command)),
    TE.map(({ state, position }) => ({ caseId, claimedUntil: liveClaim(state, at)?.until ?? at, position })),
  )
}

export const releaseCase: UseCase<{ readonly caseId: string }, { readonly position: Position | null }> =
  (context) =>
  ({ caseId }) =>
    pipe(
      context.execute(moderationCase, caseId, { type: 'ReleaseCase', by: context.person.accountId, at: context.at }),
      TE.tapIO(() => () => context.caseDispatcher.requeue(caseId)),
      TE.map(({ position }) => ({ position })),
      withClaimantName(context),
    )

/** A decision needs no claim, but is refused while another moderator holds one (points settled 8). */
export const requireUnclaimedByOthers = (context: CommandContext, caseId: string): Result<void> =>
  withClaimantName(context)(checkUnclaimed(context, caseId))

const checkUnclaimed = (context: CommandContext, caseId: string): Result<void> =>
  pipe(
    context.load(moderationCase, caseId),
    TE.flatMap(({ state }) => {
      const claim = liveClaim(state, context.at)
      return claim === null || claim.by === context.person.accountId
        ? TE.right(undefined)
        : TE.left(refuse({ type: 'ClaimedByAnother', ...claim }))
    }),
  )

/** Adds the claimant's name to the refusal, which only moderators receive (points settled 8). */
const withClaimantName =
  ({ lookups }: CommandContext) =>
  <A>(work: Result<A>): Result<A> =>
    pipe(
      work,
      TE.orElse((failure): Result<A> => {
        if (failure.type !== 'Rejected' || failure.rejection.type !== 'ClaimedByAnother') return TE.left(failure)
        const { rejection } = failure
        return pipe(
          lookups.moderation.moderatorName(rejection.by),
          TE.flatMap((name) => TE.left(name === null ? failure : refuse({ ...rejection, name }))),
        )
      }),
    )

/** Maximum cases tried before the queue is reported as empty. */
const maxAttempts = 24

/**
 * Claims the waiting case with the highest priority. The list may be stale and shared with others: on a conflict the next
 * case is tried. A repeated request returns the same case.
 */
export const nextCase: UseCase<{ readonly lane: Lane | null }, ClaimedCase> =
  (context) =>
  ({ lane }) =>
    pipe(
      context.lookups.moderation.claimedFor(context.meta.correlationId, context.person.accountId, context.at),
      TE.flatMap((claimed) => (claimed === null ? claimFirstWaiting(context, lane) : claimForCaller(context, claimed))),
    )

const claimFirstWaiting =
  (context: CommandContext, lane: Lane | null): Result<ClaimedCase> =>
  async () => {
    const { person, at, caseDispatcher, lookups } = context
    const tried = new Set<string>()
    while (tried.size < maxAttempts) {
      const next = await caseDispatcher.next(
        { lane, by: person.accountId, at, alreadyTried: tried },
        lookups.moderation.waitingCases,
      )()
      if (E.isLeft(next)) return next
      if (next.right === null) break
      const claimed = await claimForCaller(context, next.right)()
      if (E.isRight(claimed)) return claimed
      if (!isNoLongerWaiting(claimed.left)) caseDispatcher.requeue(next.right)
      if (!isNoLongerWaiting(claimed.left) && !isOwnCase(claimed.left)) return claimed
      tried.add(next.right)
    }
    return E.left(refuse({ type: 'QueueEmpty' }))
  }

const isRejectedAs =
  (...types: readonly AnyRejection['type'][]) =>
  (failure: AppFailure) =>
    failure.type === 'Rejected' && types.includes(failure.rejection.type)
const isNoLongerWaiting = isRejectedAs('ClaimedByAnother', 'CaseAlreadyClosed')
const isOwnCase = isRejectedAs('OwnMatter')
