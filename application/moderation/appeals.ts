import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Ground, Violation } from '../../domain/kernel/statement-of-reasons.ts'
import { appeal, type AppealState, possibleMeasures } from '../../domain/moderation/appeal.ts'
import type { AppealOutcome, Measure } from '../../domain/moderation/vocabulary.ts'
import { type CommandContext, rejectIfUnchanged, refuse, type Result, type UseCase } from '../use-case.ts'
import type { AppealSubject } from './appeal-subject.ts'
import { loadAppealSubject } from './appealable-decisions.ts'
import { appealCaseId } from './cases.ts'
import { requireUnclaimedByOthers } from './claims.ts'
import { loadDecidableReview, retryOnConflict } from './decidable-review.ts'

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
      TE.bind('subject', () => loadAppealSubject(context, notifiedId)),
      TE.let('decisionId', ({ subject }) => subject.decision.decisionId),
      TE.bind('lodged', ({ subject: { decision }, decisionId }) => {
        const { person, at } = context
        const appellantId = person.accountId
        const command = { type: 'LodgeAppeal', appellantId, toldId: notifiedId, decision, text, at } as const
        return context.execute(appeal, decisionId, command, { personalData: 'decrypted' })
      }),
      TE.tap(({ decisionId, lodged }) =>
        rejectIfUnchanged(context, appeal, decisionId, refuse({ type: 'AlreadyAppealed' }))(lodged),
      ),
      TE.map(({ decisionId, lodged }) => ({ decisionId, position: lodged.position })),
    )

type AppealResult = { readonly position: Position | null }

/** Marks the appeal as under review, which the appellants can see. */
export const takeAppeal: UseCase<{ readonly decisionId: string }, AppealResult> =
  (context) =>
  ({ decisionId }) =>
    retryOnConflict(() =>
      pipe(
        loadAppeal(context, decisionId),
        TE.flatMap(({ affected, version }) => {
          const command = { type: 'TakeAppeal', by: context.person.accountId, affected, at: context.at } as const
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
  readonly reason: string
  readonly ground?: Ground | undefined
  readonly violation?: Violation | undefined
}

export const decideAppeal: UseCase<DecideAppealInput, AppealResult> = (context) => (input) =>
  retryOnConflict(() =>
    pipe(
      loadAppeal(context, input.decisionId),
      TE.flatMap(({ subject, state, affected, version }) => {
        const { outcome, measure, reason, violation = null } = input
        const { person, at } = context
        const visible = (measure ?? possibleMeasures(state, outcome)[0]) === 'VISIBLE'
        const ground = input.ground ?? (visible ? 'NO_VIOLATION' : subject.ground)
        const command = {
          type: 'DecideAppeal',
          by: person.accountId,
          affected,
          outcome,
          measure,
          reasons: { facts: reason, ground, violation },
          consequences: consequencesOf(subject, state),
          at,
        } as const
        return context.execute(appeal, input.decisionId, command, { expectedVersion: version })
      }),
      TE.map(({ position }) => ({ position })),
    ),
  )

type LodgedAppeal = Exclude<AppealState, { readonly status: 'NONE' }>

interface AppealToDecide {
  readonly subject: AppealSubject
  readonly state: LodgedAppeal
  readonly affected: readonly string[]
  readonly version: number
}

const loadAppeal = (context: CommandContext, decisionId: string): Result<AppealToDecide> =>
  pipe(
    TE.Do,
    TE.bind('loaded', () => context.load(appeal, decisionId)),
    TE.bind('subject', () => loadAppealSubject(context, decisionId)),
    TE.bind('reviewed', ({ subject }) => loadDecidableReview(context, subject.decision.reviewId)),
    TE.tap(() => requireUnclaimedByOthers(context, appealCaseId(decisionId))),
    TE.flatMap(({ loaded: { state, version }, subject, reviewed }): Result<AppealToDecide> => {
      if (state.status === 'NONE') return TE.left(refuse({ type: 'AppealNotFound' }))
      const { identity, flags } = reviewed.state
      const authorAndTarget = [identity.authorId, identity.targetId, reviewed.targetAccountId ?? identity.targetId]
      const reporters = [...flags.values()].map(({ reporterId }) => reporterId)
      const affected = [...authorAndTarget, ...reporters, ...subject.parties.map(accountIdOf)]
      return TE.right({ subject, state, affected, version })
    }),
  )

const accountIdOf = ({ accountId }: AppealSubject['parties'][number]) => accountId

/** What the ruling changes: the flags, the dispute, and the parties except the appellants. */
const consequencesOf = ({ parties, flags, disputeId, authorId }: AppealSubject, { appeals }: LodgedAppeal) => {
  const appellants = new Set(appeals.map(({ appellantId }) => appellantId))
  const others = parties.filter(({ accountId }) => !appellants.has(accountId))
  return { others, flags, disputeId, authorId }
}
