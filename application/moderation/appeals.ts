import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Ground, Violation } from '../../domain/kernel/statement-of-reasons.ts'
import {
  appeal,
  type AppealOutcome,
  type AppealState,
  type Measure,
  possibleMeasures,
} from '../../domain/moderation/appeal.ts'
import { type CommandContext, failIfDoneBefore, refuse, type Result, type UseCase } from '../use-case.ts'
import { type AppealSubject, loadAppealSubject } from './appealable-decisions.ts'
import { appealCaseId } from './cases.ts'
import { requireUnclaimedByOthers } from './claims.ts'
import { loadDecidableReview, retryOnConflict } from './decidable-review.ts'

export interface LodgeAppeal {
  /** As the appellant was told it: of several reporters, each their own flag's. */
  readonly decisionId: string
  readonly text: string
}

/** Whoever is told of a decision may turn against it, once. */
export const lodgeAppeal: UseCase<LodgeAppeal, { readonly decisionId: string; readonly position: Position | null }> =
  (context) =>
  ({ decisionId: toldId, text }) =>
    pipe(
      loadAppealSubject(context, toldId),
      TE.flatMap(({ decision }) => {
        const { decisionId } = decision
        const { person, at } = context
        const command = { type: 'LodgeAppeal', appellantId: person.accountId, toldId, decision, text, at } as const
        return pipe(
          context.execute(appeal, decisionId, command, { privacy: 'open' }),
          TE.flatMap(failIfDoneBefore(context, appeal, decisionId, refuse({ type: 'AlreadyAppealed' }))),
          TE.map(({ position }) => ({ decisionId, position })),
        )
      }),
    )

type AppealResult = { readonly position: Position | null }

/** The appellants hear that somebody is on it. */
export const takeAppeal: UseCase<{ readonly decisionId: string }, AppealResult> =
  (context) =>
  ({ decisionId }) =>
    retryOnConflict(() =>
      pipe(
        loadAppeal(context, decisionId),
        TE.flatMap(({ parties, version }) => {
          const command = { type: 'TakeAppeal', by: context.person.accountId, parties, at: context.at } as const
          return context.execute(appeal, decisionId, command, { onVersion: version })
        }),
        TE.map(({ position }) => ({ position })),
      ),
    )

export interface DecideAppeal {
  readonly decisionId: string
  readonly outcome: AppealOutcome
  /** Null for what the outcome usually means. */
  readonly measure: Measure | null
  readonly reason: string
  readonly ground?: Ground | undefined
  readonly violation?: Violation | undefined
}

export const decideAppeal: UseCase<DecideAppeal, AppealResult> = (context) => (input) =>
  retryOnConflict(() =>
    pipe(
      loadAppeal(context, input.decisionId),
      TE.flatMap(({ subject, state, parties, version }) => {
        const { outcome, measure, reason, violation = null } = input
        const { person, at } = context
        const visible = (measure ?? possibleMeasures(state, outcome)[0]) === 'VISIBLE'
        const ground = input.ground ?? (visible ? 'NO_VIOLATION' : subject.ground)
        const command = {
          type: 'DecideAppeal',
          by: person.accountId,
          parties,
          outcome,
          measure,
          reasons: { facts: reason, ground, violation },
          concerned: concernedParties(subject, state),
          at,
        } as const
        return context.execute(appeal, input.decisionId, command, { onVersion: version })
      }),
      TE.map(({ position }) => ({ position })),
    ),
  )

type LodgedAppeal = Exclude<AppealState, { readonly status: 'NONE' }>

interface AppealToDecide {
  readonly subject: AppealSubject
  readonly state: LodgedAppeal
  readonly parties: readonly string[]
  readonly version: number
}

const loadAppeal = (context: CommandContext, decisionId: string): Result<AppealToDecide> =>
  pipe(
    TE.Do,
    TE.bind('looked', () => context.load(appeal, decisionId)),
    TE.bind('matter', () => loadAppealSubject(context, decisionId)),
    TE.bind('judged', ({ matter }) => loadDecidableReview(context, matter.decision.reviewId)),
    TE.tap(() => requireUnclaimedByOthers(context, appealCaseId(decisionId))),
    TE.flatMap(({ looked: { state, version }, matter, judged }): Result<AppealToDecide> => {
      if (state.status === 'NONE') return TE.left(refuse({ type: 'AppealNotFound' }))
      const { identity, flags } = judged.written
      const about = [identity.authorId, identity.targetId, judged.targetAccountId ?? identity.targetId]
      const parties = [...about, ...flags.map(({ reporterId }) => reporterId), ...matter.concerned.map(accountIdOf)]
      return TE.right({ subject: matter, state, parties, version })
    }),
  )

const accountIdOf = ({ accountId }: AppealSubject['concerned'][number]) => accountId

/** Whoever did not appeal and is told all the same. */
const concernedParties = ({ concerned, flags, disputeId, authorId }: AppealSubject, { appeals }: LodgedAppeal) => {
  const appellants = new Set(appeals.map(({ appellantId }) => appellantId))
  const others = concerned.filter(({ accountId }) => !appellants.has(accountId))
  return { others, flags, disputeId, authorId }
}
