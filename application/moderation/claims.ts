import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { conflictOfInterest } from '../../domain/kernel/statement-of-reasons.ts'
import { currentClaim, moderationCase } from '../../domain/moderation/case.ts'
import type { Lane } from '../../domain/moderation/vocabulary.ts'
import {
  type AppFailure,
  type UseCaseContext,
  isRejection,
  rejectedWith,
  type Result,
  type UseCase,
} from '../use-case.ts'
import type { NextCaseRequest } from './case-dispatcher.ts'
import { loadMatterOfCase, requireMayDecide } from './own-matter.ts'

export interface ClaimedCase {
  readonly caseId: string
  readonly claimedUntil: string
  readonly position: Position | null
}

export const claimCase: UseCase<{ readonly caseId: string }, ClaimedCase> =
  (context) =>
  ({ caseId }) =>
    withClaimantName(context)(claimForCaller(context, caseId))

/** Claims a case unless another moderator has a claim on a case about the same review. */
const claimForCaller = (context: UseCaseContext, caseId: string): Result<ClaimedCase> => {
  const { person, at, ruleSettings } = context
  const command = {
    type: 'ClaimCase',
    by: person.accountId,
    leaseMinutes: ruleSettings.moderation.caseLeaseMinutes,
    at,
  } as const
  return pipe(
    TE.Do,
    TE.tap(() => requireMayWorkOn(context, caseId)),
    TE.bindW('siblingCases', () => context.lookups.moderation.siblingCasesOf(caseId)),
    TE.tap(({ siblingCases }) =>
      TE.traverseSeqArray((id: string) => requireUnclaimedExceptBy(context, id, [person.accountId]))(siblingCases),
    ),
    TE.flatMap(() => context.execute(moderationCase, caseId, command)),
    TE.map(({ state, position }) => ({ caseId, claimedUntil: currentClaim(state, at)?.until ?? at, position })),
  )
}

const requireMayWorkOn = (context: UseCaseContext, caseId: string): Result<void> =>
  pipe(
    loadMatterOfCase(context, caseId),
    TE.flatMap((matter) => requireMayDecide(context, matter)),
  )

/** Own claims can be released in any case. */
export const releaseCase: UseCase<{ readonly caseId: string }, { readonly position: Position | null }> =
  (context) =>
  ({ caseId }) =>
    pipe(
      context.load(moderationCase, caseId),
      TE.tap(({ state }) =>
        currentClaim(state, context.at)?.by === context.person.accountId
          ? TE.right(null)
          : requireMayWorkOn(context, caseId),
      ),
      TE.flatMap(() =>
        context.execute(moderationCase, caseId, { type: 'ReleaseCase', by: context.person.accountId, at: context.at }),
      ),
      TE.tapIO(() => () => context.caseDispatcher.requeue(caseId)),
      TE.map(({ position }) => ({ position })),
      withClaimantName(context),
    )

/** A decision needs no claim, but is rejected while another moderator holds one. @rule D-08 */
export const requireUnclaimedByOthers = (context: UseCaseContext, caseId: string): Result<void> =>
  withClaimantName(context)(requireUnclaimedExceptBy(context, caseId, [context.person.accountId]))

/** Rejects if a moderator other than these holds a claim on the case. */
export const requireUnclaimedExceptBy = (
  context: UseCaseContext,
  caseId: string,
  accountIds: readonly string[],
): Result<void> =>
  pipe(
    context.load(moderationCase, caseId),
    TE.flatMap(({ state }) => {
      const claim = currentClaim(state, context.at)
      return claim === null || accountIds.includes(claim.by)
        ? TE.right(undefined)
        : TE.left(rejectedWith({ type: 'ClaimedByAnother', ...claim }))
    }),
  )

/** Adds the claimant's name to the rejection, which only moderators receive. @rule D-08 */
const withClaimantName =
  ({ lookups }: UseCaseContext) =>
  <A>(work: Result<A>): Result<A> =>
    TE.orElse(nameClaimant<A>(lookups))(work)

const nameClaimant =
  <A>({ moderation }: UseCaseContext['lookups']) =>
  (failure: AppFailure): Result<A> => {
    if (failure.type !== 'Rejected' || failure.rejection.type !== 'ClaimedByAnother') return TE.left(failure)
    const { rejection } = failure
    return pipe(
      moderation.moderatorName(rejection.by),
      TE.flatMap((name) => TE.left(name === null ? failure : rejectedWith({ ...rejection, name }))),
    )
  }

/** Maximum conflicts with other moderators, and cases tried in all, before the queue is reported as empty. */
const maxConflicts = 24
const maxAttempts = 100

/**
 * Claims the waiting case with the highest priority. The list may be stale and shared with others: on a conflict the next
 * case is tried. A repeated request returns the same case.
 */
export const nextCase: UseCase<{ readonly lane: Lane | null }, ClaimedCase> =
  (context) =>
  ({ lane }) => {
    const { lookups, meta, person, at } = context
    return pipe(
      lookups.moderation.caseClaimedByRequest(meta.correlationId, person.accountId, at),
      TE.flatMap((claimed) =>
        claimed === null ? claimFirstWaiting(context, lane, noAttempts) : claimForCaller(context, claimed),
      ),
    )
  }

interface Attempts {
  readonly alreadyTried: ReadonlySet<string>
  /** Cases among them that others claimed or closed first. */
  readonly conflicts: number
}
const noAttempts: Attempts = { alreadyTried: new Set(), conflicts: 0 }

const claimFirstWaiting = (
  context: UseCaseContext,
  lane: Lane | null,
  { alreadyTried, conflicts }: Attempts,
): Result<ClaimedCase> => {
  if (alreadyTried.size >= maxAttempts || conflicts >= maxConflicts) return TE.left(queueEmpty)
  const { person, at, caseDispatcher, lookups } = context
  const request = { lane, by: person.accountId, at, alreadyTried }
  return pipe(
    caseDispatcher.next(request, lookups.moderation.waitingCases),
    TE.flatMap(TE.fromNullable(queueEmpty)),
    TE.flatMap((caseId) => claimOrTryNext(context, { ...request, conflicts }, caseId)),
  )
}

/** Claims a proposed case; tries the next one if the caller cannot claim it. */
const claimOrTryNext = (
  context: UseCaseContext,
  { lane, alreadyTried, conflicts }: Attempts & Pick<NextCaseRequest, 'lane'>,
  caseId: string,
): Result<ClaimedCase> =>
  pipe(
    claimForCaller(context, caseId),
    TE.orElse((failure) => {
      const isConflict = isNoLongerWaiting(failure)
      if (!isConflict) context.caseDispatcher.requeue(caseId)
      const attempts = {
        alreadyTried: new Set([...alreadyTried, caseId]),
        conflicts: conflicts + (isConflict ? 1 : 0),
      }
      return isConflict || isCallerExcluded(failure) ? claimFirstWaiting(context, lane, attempts) : TE.left(failure)
    }),
  )

const queueEmpty = rejectedWith({ type: 'QueueEmpty' })

const isNoLongerWaiting = (failure: AppFailure) => isRejection(failure, 'ClaimedByAnother', 'CaseAlreadyClosed')
const isCallerExcluded = (failure: AppFailure) => isRejection(failure, conflictOfInterest.type, 'Forbidden')
