import { account } from '../../domain/accounts/account.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { KeptBenefit, Metric, PredictedChange, StreamVersion } from '../../domain/moderation/reversal.ts'
import { isActiveOrHeld, isParty } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { rewards } from '../../domain/rewards/rewards.ts'
import { type CommandDeps, decideAndAppend, load } from '../command-handler.ts'
import type { PolicyFailure } from '../policy.ts'
import { runPoliciesInline, sequentially } from '../inline-policies.ts'
import { type AppFailure, type UseCaseContext, rejectedWith, type Result } from '../use-case.ts'
import { type DecidableReview, loadDecidableReview } from './decidable-review.ts'
import { type DryRun, startDryRun } from './dry-run.ts'
import {
  type AuthorEarnings,
  keptBenefitsOf,
  reversalMetricsOf,
  removalCommand,
  toPredictedChange,
} from './reversal-changes.ts'

export interface ReversalPreview {
  readonly baseVersions: readonly StreamVersion[]
  readonly predictedChanges: readonly PredictedChange[]
  readonly kept: readonly KeptBenefit[]
  readonly figures: readonly Metric[]
}

/** Whether the account may remove the review as fake: it has not been hidden or removed, and the account is not a party. */
export const canRemoveAsFake = ({ state, targetAccountId }: DecidableReview, accountId: string): boolean =>
  isActiveOrHeld(state) && !isParty(state, accountId, targetAccountId)

/** Predicts the consequences of judging a review fake: runs the removal command and all policies as a dry run. */
export const computePreview = (context: UseCaseContext, reviewId: string): Result<ReversalPreview> => {
  const dryRun = startDryRun(context.history)
  const dryRunDeps = { ...context, history: dryRun.history }
  return pipe(
    loadDecidableReview({ ...context, history: dryRun.history, load: load(dryRunDeps) }, reviewId),
    TE.filterOrElse(
      ({ state }) => isActiveOrHeld(state),
      ({ state: { status } }) => rejectedWith({ type: 'TransitionNotAllowed', from: status, to: 'REMOVED' }),
    ),
    TE.bind('before', ({ state }) => loadEarnings(context, state.identity.authorId)),
    TE.bind('venue', ({ state: { identity } }) =>
      identity.targetType === 'BUSINESS' ? context.lookups.reviews.fullScore(identity.targetId) : TE.right(null),
    ),
    TE.tap(({ state, targetAccountId }) => {
      const { person, at } = context
      const decision = { by: person.accountId, targetAccountId, at }
      return runRemoval({ ...context, ...dryRunDeps }, reviewId, removalCommand(state, decision))
    }),
    TE.bind('after', ({ state }) => loadEarnings({ history: dryRun.history }, state.identity.authorId)),
    TE.map(({ before, after, venue }): ReversalPreview => {
      const predictedChanges = dryRun.appended().map(toPredictedChange)
      const figures = reversalMetricsOf(venue, predictedChanges, before, after)
      return {
        baseVersions: baseVersionsOf(dryRun),
        predictedChanges,
        kept: keptBenefitsOf(reviewId, before, after),
        figures,
      }
    }),
  )
}

/** Fails if any policy fails, because the preview would be incomplete. */
const runRemoval = (
  context: UseCaseContext,
  reviewId: string,
  removal: Parameters<typeof review.decide>[0],
): Result<unknown> => {
  const failures: PolicyFailure[] = []
  const react = runPoliciesInline({
    policies: context.policies(context),
    logHead: async () => null,
    onFailure: (_, failure) => failures.push(failure),
    runAll: sequentially,
  })
  return pipe(
    decideAndAppend(context)(review, reviewId, removal, context.meta),
    TE.mapLeft((failure): AppFailure => failure),
    TE.tapTask(
      ({ recorded }) =>
        () =>
          react(recorded),
    ),
    TE.filterOrElse(
      () => failures.length === 0,
      (): AppFailure => ({ type: 'Unavailable', cause: failures }),
    ),
  )
}

/** Leaves out case streams: claims do not affect the outcome. */
const baseVersionsOf = ({ appended, versionOf }: DryRun): readonly StreamVersion[] =>
  [...new Set(appended().map(({ stream }) => stream))]
    .filter((stream) => !stream.startsWith('case-'))
    .map((stream) => ({ stream, version: versionOf(stream) }))

const loadEarnings = (deps: Pick<CommandDeps, 'history'>, authorId: string): Result<AuthorEarnings> =>
  pipe(
    load(deps)(account, authorId),
    TE.bindTo('author'),
    TE.bind('wallet', () => load(deps)(wallet, authorId)),
    TE.bind('rewards', ({ author: { state } }) => {
      const clientId = state.kind === null ? null : state.clientId
      return clientId === null ? TE.right(null) : load(deps)(rewards, clientId)
    }),
    TE.map(({ wallet, rewards }) => ({ wallet: wallet.state, rewards: rewards?.state ?? null })),
  )
