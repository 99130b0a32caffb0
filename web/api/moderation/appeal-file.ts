import { eventRegistry } from '../../../application/event-registry.ts'
import { load, streamOf } from '../../../application/command-handler.ts'
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
import { appealOutcomes, isAboutRating } from '../../../domain/moderation/vocabulary.ts'
import { ratingContest } from '../../../domain/ratings/rating-contest.ts'
import { rating } from '../../../domain/ratings/rating.ts'
import type { ReviewEvent } from '../../../domain/reviews/review-state.ts'
import { review } from '../../../domain/reviews/review.ts'
import type { AppealFile } from '../../contract/moderation/appeals.ts'
import type { ApiContext } from '../api-context.ts'

/** Reads the appeals against a decision from the event streams, decrypted, because no read model holds these texts. */
export const loadAppealFile = (api: ApiContext, decisionId: string, person: Person): Result<AppealFile> =>
  pipe(
    loadAppeal(api, decisionId),
    TE.bindTo('state'),
    TE.bindW('decision', ({ state }) => loadDecisionReasons(api, state)),
    TE.bindW('subject', ({ state }) => (isAboutRating(state) ? loadJudgedRating : loadJudgedReview)(api, state)),
    TE.flatMap(({ state, decision, subject: { parties, judged } }): Result<AppealFile> => {
      if (decision === null) return TE.left(appealNotFound)
      return TE.right({
        ...appealFields(state),
        decision,
        judged,
        barred: appealDecisionObstacle(state, parties, person.accountId),
        actions: [...appealActionsOf(state, parties, person.accountId)],
      })
    }),
  )

const appealNotFound = rejectedWith({ type: 'AppealNotFound' })

/** The review or rating as the decision judged it. */
interface JudgedSubject {
  readonly judged: AppealFile['judged']
  readonly parties: readonly (string | null)[]
}

const loadJudgedReview = (api: ApiContext, { reviewId, reviewVersion }: ExistingAppeal): Result<JudgedSubject> =>
  pipe(
    api.services.history.read(review.events, streamOf(review, reviewId)),
    TE.bindTo('past'),
    TE.bindW('target', ({ past }) => loadTargetAccount(api, past[0]?.event)),
    TE.flatMap(({ past, target }): Result<JudgedSubject> => {
      const events = past.map(({ event }) => event)
      const current = fold(review, events)
      const judged = fold(review, events.slice(0, reviewVersion))
      if (current.status === 'NONE' || judged.status === 'NONE') return TE.left(appealNotFound)
      const { authorId, targetId } = current.identity
      const reporters = [...current.flags.values()].map(({ reporterId }) => reporterId)
      const { stars, comment } = judged.content
      return TE.right({ judged: { rating: stars, comment }, parties: [authorId, targetId, target, ...reporters] })
    }),
  )

const loadJudgedRating = ({ services }: ApiContext, appealed: ExistingAppeal): Result<JudgedSubject> =>
  pipe(
    TE.Do,
    TE.bind('past', () => services.history.read(rating.events, streamOf(rating, appealed.reviewId))),
    TE.bind('contest', () => load(services)(ratingContest, appealed.reviewId)),
    TE.flatMap(({ past, contest: { state } }): Result<JudgedSubject> => {
      const judged = fold(
        rating,
        past.slice(0, appealed.reviewVersion).map(({ event }) => event),
      )
      if (judged.status === 'none' || state.status === 'NONE') return TE.left(appealNotFound)
      const { overall, comment } = judged.assessment
      const { businessId, clientAccountId } = state.opened
      return TE.right({ judged: { rating: overall, comment }, parties: [businessId, clientAccountId] })
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
      return state.status === 'NONE' ? TE.left(appealNotFound) : TE.right(state)
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
