import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import type { Ground, Violation } from '../../domain/kernel/statement.ts'
import { appeal, type AppealState } from '../../domain/moderation/appeal/decider.ts'
import { measuresOf, type AppealOutcome, type Measure } from '../../domain/moderation/appeal/measures.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'
import { matterOf } from './appealable.ts'
import { appealCaseId } from './case-ids.ts'
import { notHeldByAnother } from './claims.ts'
import { judgeable, onWhatWasSeen } from './judgeable.ts'
import type { Matter } from './matter.ts'

type Done = { readonly position: Position | null }

/** The appellants hear that somebody is on it. */
export const takeAppeal: UseCase<{ readonly decisionId: string }, Done> =
  (context) =>
  ({ decisionId }) =>
    onWhatWasSeen(() =>
      pipe(
        seen(context, decisionId),
        TE.flatMap(({ parties, version }) => {
          const command = { type: 'TakeAppeal', by: context.person.accountId, parties, at: context.at } as const
          return context.run(appeal, decisionId, command, { onVersion: version })
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

export const decideAppeal: UseCase<DecideAppeal, Done> = (context) => (input) =>
  onWhatWasSeen(() =>
    pipe(
      seen(context, input.decisionId),
      TE.flatMap(({ matter, state, parties, version }) => {
        const { outcome, measure, reason, violation = null } = input
        const { person, at } = context
        const visible = (measure ?? measuresOf(state, outcome)[0]) === 'VISIBLE'
        const ground = input.ground ?? (visible ? 'NO_VIOLATION' : matter.ground)
        const command = {
          type: 'DecideAppeal',
          by: person.accountId,
          parties,
          outcome,
          measure,
          reasons: { facts: reason, ground, violation },
          concerned: concernedIn(matter, state),
          at,
        } as const
        return context.run(appeal, input.decisionId, command, { onVersion: version })
      }),
      TE.map(({ position }) => ({ position })),
    ),
  )

type Opened = Exclude<AppealState, { readonly status: 'NONE' }>

interface Seen {
  readonly matter: Matter
  readonly state: Opened
  readonly parties: readonly string[]
  readonly version: number
}

const seen = (context: Context, decisionId: string): Answer<Seen> =>
  pipe(
    TE.Do,
    TE.bind('looked', () => context.look(appeal, decisionId)),
    TE.bind('matter', () => matterOf(context, decisionId)),
    TE.bind('judged', ({ matter }) => judgeable(context, matter.decision.reviewId)),
    TE.tap(() => notHeldByAnother(context, appealCaseId(decisionId))),
    TE.flatMap(({ looked: { state, version }, matter, judged }): Answer<Seen> => {
      if (state.status === 'NONE') return TE.left(refuse({ type: 'AppealNotFound' }))
      const { whose, flags } = judged.written
      const about = [whose.authorId, whose.targetId, judged.targetAccountId ?? whose.targetId]
      const parties = [...about, ...flags.map(({ reporterId }) => reporterId), ...matter.concerned.map(byId)]
      return TE.right({ matter, state, parties, version })
    }),
  )

const byId = ({ accountId }: Matter['concerned'][number]) => accountId

/** Whoever did not appeal and is told all the same. */
const concernedIn = ({ concerned, flags, disputeId, authorId }: Matter, { appeals }: Opened) => {
  const appellants = new Set(appeals.map(({ appellantId }) => appellantId))
  const others = concerned.filter(({ accountId }) => !appellants.has(accountId))
  return { others, flags, disputeId, authorId }
}
