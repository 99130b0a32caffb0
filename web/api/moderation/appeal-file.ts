import { eventRegistry } from '../../../application/event-registry.ts'
import { streamOf } from '../../../application/command-handler.ts'
import { accountOfTarget } from '../../../application/moderation/cases.ts'
import type { Person } from '../../../application/person.ts'
import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Ground } from '../../../domain/kernel/statement-of-reasons.ts'
import {
  appeal,
  appealActionsOf,
  appealDecisionObstacle,
  type ExistingAppeal,
  possibleMeasures,
} from '../../../domain/moderation/appeal.ts'
import { appealOutcomes } from '../../../domain/moderation/vocabulary.ts'
import type { ReviewEvent } from '../../../domain/reviews/review-state.ts'
import { review } from '../../../domain/reviews/review.ts'
import type { AppealFile } from '../../contract/moderation/appeals.ts'
import type { ApiContext } from '../api-context.ts'

/** Reads the appeals against a decision from the event streams, decrypted, because no read model holds these texts. */
export const loadAppealFile = (api: ApiContext, decisionId: string, person: Person): Result<AppealFile> =>
  pipe(
    loadAppeal(api, decisionId),
    TE.bindTo('state'),
    TE.bindW('reviewEvents', ({ state }) => api.services.history.read(review.events, streamOf(review, state.reviewId))),
    TE.bindW('decision', ({ state }) => loadDecisionReasons(api, state)),
    TE.bindW('target', ({ reviewEvents }) => loadTargetAccount(api, reviewEvents[0]?.event)),
    TE.flatMap(({ state, reviewEvents, decision, target }): Result<AppealFile> => {
      const events = reviewEvents.map(({ event }) => event)
      const current = fold(review, events)
      const judged = fold(review, events.slice(0, state.reviewVersion))
      if (current.status === 'NONE' || judged.status === 'NONE' || decision === null)
        return TE.left(rejectedWith({ type: 'AppealNotFound' }))
      const { authorId, targetId } = current.identity
      const reporters = [...current.flags.values()].map(({ reporterId }) => reporterId)
      const parties = [authorId, targetId, target, ...reporters]
      return TE.right({
        ...appealFields(state),
        decision,
        judged: { rating: judged.content.stars, comment: judged.content.comment },
        barred: appealDecisionObstacle(state, parties, person.accountId),
        actions: [...appealActionsOf(state, parties, person.accountId)],
      })
    }),
  )

const loadAppeal = (api: ApiContext, decisionId: string): Result<ExistingAppeal> =>
  pipe(
    api.services.history.read(appeal.events, streamOf(appeal, decisionId)),
    TE.flatMap((past): Result<ExistingAppeal> => {
      const state = fold(
        appeal,
        past.map(({ event }) => event),
      )
      return state.status === 'NONE' ? TE.left(rejectedWith({ type: 'AppealNotFound' })) : TE.right(state)
    }),
  )

const appealFields = (state: ExistingAppeal): Omit<AppealFile, 'decision' | 'judged' | 'barred' | 'actions'> => {
  const { decisionId, reviewId, side, level, status, measure: before, appeals, decided } = state
  return {
    decisionId,
    reviewId,
    side,
    level,
    status,
    before,
    appeals: appeals.map(({ appellantId, text, at }) => ({ appellantId, reason: text, lodgedAt: at })),
    possible: appealOutcomes.map((outcome) => ({ outcome, measures: [...possibleMeasures(state, outcome)] })),
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

interface StatedReasons {
  readonly at: string
  readonly facts: string
  readonly ground: Ground
}

/** The reasons of the decision under appeal; null if there is no such decision. */
const loadDecisionReasons = (api: ApiContext, { decisionId }: ExistingAppeal): Result<StatedReasons | null> =>
  pipe(
    api.services.lookups.moderation.decisionStream(decisionId),
    TE.flatMap((stream): Result<StatedReasons | null> => {
      if (stream === null) return TE.right(null)
      return pipe(
        api.services.history.read(eventRegistry, streamOf({ category: stream.kind }, stream.id)),
        TE.map((past) => {
          const decided = past.find(({ id }) => id === decisionId)?.event.data
          return decided !== undefined && 'facts' in decided
            ? { at: decided.at, facts: decided.facts, ground: decided.ground }
            : null
        }),
      )
    }),
  )

/** The account of a reviewed client; null for other reviews. */
const loadTargetAccount = (api: ApiContext, submitted: ReviewEvent | undefined): Result<string | null> =>
  submitted === undefined ? TE.right(null) : accountOfTarget(api.services.lookups.accounts, submitted.data)
