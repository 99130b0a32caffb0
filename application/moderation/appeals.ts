import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Ground, Violation } from '../../domain/kernel/statement-of-reasons.ts'
import { appeal, type AppealState, possibleMeasures } from '../../domain/moderation/appeal.ts'
import { type AppealOutcome, type Measure, isAboutRating } from '../../domain/moderation/vocabulary.ts'
import { type UseCaseContext, rejectIfUnchanged, rejectedWith, type Result, type UseCase } from '../use-case.ts'
import type { AppealedDecision } from './appealed-decision.ts'
import { loadAppealedDecision } from './appealable-decisions.ts'
import { appealCaseId } from './cases.ts'
import { requireUnclaimedByOthers } from './claims.ts'
import { loadDecidableReview, matterOf, retryOnConflict } from './decidable-review.ts'
import { loadMatterOfContest, type Matter, requireIndependentOf, requireMayDecide } from './own-matter.ts'

export interface LodgeAppealInput {
  /** The decision the appellant was notified of; reporters whose flags were decided together each have their own. */
  readonly decisionId: string
  readonly text: string
}

/** Each addressee of a decision may appeal against it once. */
export const lodgeAppeal: UseCase<
  LodgeAppealInput,
  { readonly decisionId: string; readonly position: Position | null }
> =
  (context) =>
  ({ decisionId: notifiedId, text }) =>
    pipe(
      TE.Do,
      TE.bind('appealed', () => loadAppealedDecision(context, notifiedId)),
      TE.let('decisionId', ({ appealed }) => appealed.decision.decisionId),
      TE.bind('lodged', ({ appealed: { decision }, decisionId }) => {
        const { person, at } = context
        const appellantId = person.accountId
        const command = { type: 'LodgeAppeal', appellantId, toldId: notifiedId, decision, text, at } as const
        return context.execute(appeal, decisionId, command, { personalData: 'decrypted' })
      }),
      TE.tap(({ decisionId, lodged }) =>
        rejectIfUnchanged(context, appeal, decisionId, rejectedWith({ type: 'AlreadyAppealed' }))(lodged),
      ),
      TE.map(({ decisionId, lodged }) => ({ decisionId, position: lodged.position })),
    )

type AppealResult = { readonly position: Position | null }

/** Marks the appeal as under review, which the appellants can see. */
export const takeAppealUnderReview: UseCase<{ readonly decisionId: string }, AppealResult> =
  (context) =>
  ({ decisionId }) =>
    retryOnConflict(() =>
      pipe(
        loadAppeal(context, decisionId),
        TE.flatMap(({ parties, version }) => {
          const command = {
            type: 'TakeAppealUnderReview',
            by: context.person.accountId,
            parties,
            at: context.at,
          } as const
          return context.execute(appeal, decisionId, command, { expectedVersion: version })
        }),
        TE.map(({ position }) => ({ position })),
      ),
    )

export interface DecideAppealInput {
  readonly decisionId: string
  readonly outcome: AppealOutcome
  /** Null selects the outcome's default measure. */
  readonly measure: Measure | null
  readonly facts: string
  readonly ground?: Ground | undefined
  readonly violation?: Violation | undefined
}

export const decideAppeal: UseCase<DecideAppealInput, AppealResult> = (context) => (input) =>
  retryOnConflict(() =>
    pipe(
      loadAppeal(context, input.decisionId),
      TE.flatMap(({ appealed, state, parties, version }) => {
        const { outcome, measure, facts, violation = null } = input
        const { person, at } = context
        const visible = (measure ?? possibleMeasures(state, outcome)[0]) === 'VISIBLE'
        const ground = input.ground ?? (visible ? 'NO_VIOLATION' : appealed.ground)
        const command = {
          type: 'DecideAppeal',
          by: person.accountId,
          parties,
          outcome,
          measure,
          reasons: { facts, ground, violation },
          consequences: consequencesOf(appealed, state),
          at,
        } as const
        return context.execute(appeal, input.decisionId, command, { expectedVersion: version })
      }),
      TE.map(({ position }) => ({ position })),
    ),
  )

type LodgedAppeal = Exclude<AppealState, { readonly status: 'NONE' }>

interface AppealToDecide {
  readonly appealed: AppealedDecision
  readonly state: LodgedAppeal
  readonly parties: readonly string[]
  readonly version: number
}

const loadAppeal = (context: UseCaseContext, decisionId: string): Result<AppealToDecide> =>
  pipe(
    TE.Do,
    TE.bind('loaded', () => context.load(appeal, decisionId)),
    TE.bind('appealed', () => loadAppealedDecision(context, decisionId)),
    TE.bind('matter', ({ appealed }) => loadAppealedMatter(context, appealed)),
    TE.tap(({ matter }) => requireMayDecide(context, matter)),
    TE.tap(() => requireUnclaimedByOthers(context, appealCaseId(decisionId))),
    TE.flatMap(({ loaded: { state, version }, appealed, matter }): Result<AppealToDecide> => {
      if (state.status === 'NONE') return TE.left(rejectedWith({ type: 'AppealNotFound' }))
      const parties = [...matter.parties, ...appealed.parties.map(accountIdOf)]
      return TE.right({ appealed, state, parties, version })
    }),
    TE.tap(({ state }) => requireIndependentOf(context, state.deciders)),
  )

const loadAppealedMatter = (context: UseCaseContext, { decision }: AppealedDecision): Result<Matter> =>
  isAboutRating(decision)
    ? loadMatterOfContest(context, decision.reviewId)
    : pipe(loadDecidableReview(context, decision.reviewId), TE.map(matterOf))

const accountIdOf = ({ accountId }: AppealedDecision['parties'][number]) => accountId

/** What the ruling changes: the flags, the dispute, and the parties except the appellants. */
const consequencesOf = ({ parties, flags, disputeId, authorId }: AppealedDecision, { appeals }: LodgedAppeal) => {
  const appellants = new Set(appeals.map(({ appellantId }) => appellantId))
  const others = parties.filter(({ accountId }) => !appellants.has(accountId))
  return { others, flags, disputeId, authorId }
}
