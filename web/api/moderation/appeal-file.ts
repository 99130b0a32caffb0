import { accountBehind } from '../../../application/moderation/parties.ts'
import { catalogue } from '../../../application/catalogue.ts'
import { streamOf } from '../../../application/handle.ts'
import type { Person } from '../../../application/person.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Ground } from '../../../domain/kernel/statement.ts'
import { appeal } from '../../../domain/moderation/appeal/decider.ts'
import { measuresOf } from '../../../domain/moderation/appeal/measures.ts'
import type { OpenedAppeal } from '../../../domain/moderation/appeal/state.ts'
import { review } from '../../../domain/reputation/review/decider.ts'
import type { ReviewEvent } from '../../../domain/reputation/review/events.ts'
import { refuse, type Answer } from '../../../application/use-case.ts'
import { appealOutcomes, type AppealFile } from '../../contract/appeals.ts'
import type { Hall } from '../hall.ts'

/** What the log holds of the appeals against a decision, opened; nothing of it is kept anywhere else. */
export const appealFileOf = (hall: Hall, decisionId: string, person: Person): Answer<AppealFile> =>
  pipe(
    opened(hall, decisionId),
    TE.bindTo('state'),
    TE.bindW('written', ({ state }) => hall.doors.history.read(review.events, streamOf(review, state.reviewId))),
    TE.bindW('decision', ({ state }) => statementOf(hall, state)),
    TE.bindW('target', ({ written }) => targetOf(hall, written[0]?.event)),
    TE.flatMap(({ state, written, decision, target }): Answer<AppealFile> => {
      const events = written.map(({ event }) => event)
      const now = fold(review, events)
      const then = fold(review, events.slice(0, state.reviewVersion))
      if (now.status === 'NONE' || then.status === 'NONE' || decision === null)
        return TE.left(refuse({ type: 'AppealNotFound' }))
      const parties = [now.whose.authorId, now.whose.targetId, target, ...now.flags.map(({ reporterId }) => reporterId)]
      return TE.right({
        ...shown(state),
        decision,
        judged: { rating: then.words.rating, comment: then.words.comment },
        barred: barred(state, parties, person.accountId),
      })
    }),
  )

const opened = (hall: Hall, decisionId: string): Answer<OpenedAppeal> =>
  pipe(
    hall.doors.history.read(appeal.events, streamOf(appeal, decisionId)),
    TE.flatMap((past): Answer<OpenedAppeal> => {
      const state = fold(
        appeal,
        past.map(({ event }) => event),
      )
      return state.status === 'NONE' ? TE.left(refuse({ type: 'AppealNotFound' })) : TE.right(state)
    }),
  )

const shown = (state: OpenedAppeal): Omit<AppealFile, 'decision' | 'judged' | 'barred'> => {
  const { decisionId, reviewId, side, level, status, measure: before, appeals, decided } = state
  return {
    decisionId,
    reviewId,
    side,
    level,
    status,
    before,
    appeals: appeals.map(({ appellantId, text, at }) => ({ appellantId, reason: text, lodgedAt: at })),
    possible: appealOutcomes.map((outcome) => ({ outcome, measures: [...measuresOf(state, outcome)] })),
    ruling: decided && {
      outcome: decided.outcome,
      measure: decided.measure,
      reason: decided.facts,
      ground: decided.ground,
      by: decided.by,
      at: decided.at,
    },
  }
}

interface Stated {
  readonly at: string
  readonly facts: string
  readonly ground: Ground
}

/** The decision appealed against, wherever it lies; null when there is none of that id. */
const statementOf = (hall: Hall, { decisionId }: OpenedAppeal): Answer<Stated | null> =>
  pipe(
    hall.doors.lookups.decidedIn(decisionId),
    TE.flatMap((place): Answer<Stated | null> => {
      if (place === null) return TE.right(null)
      return pipe(
        hall.doors.history.read(catalogue, streamOf({ category: place.kind }, place.id)),
        TE.map((past) => {
          const decided = past.find(({ id }) => id === decisionId)?.event.data
          return decided !== undefined && 'facts' in decided
            ? { at: decided.at, facts: decided.facts, ground: decided.ground }
            : null
        }),
      )
    }),
  )

/** The account behind a remark on a client; null for other reviews. */
const targetOf = (hall: Hall, written: ReviewEvent | undefined): Answer<string | null> =>
  written === undefined ? TE.right(null) : accountBehind(hall.doors.lookups, written.data)

const barred = (
  { appeals, deciders }: OpenedAppeal,
  parties: readonly (string | null)[],
  accountId: string,
): AppealFile['barred'] => {
  if (parties.includes(accountId) || appeals.some(({ appellantId }) => appellantId === accountId)) return 'party'
  return deciders.includes(accountId) ? 'decided-before' : null
}
