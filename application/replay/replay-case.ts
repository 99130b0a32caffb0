import { account } from '../../domain/access/account/decider.ts'
import { fold } from '../../domain/kernel/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { appeal } from '../../domain/moderation/appeal/decider.ts'
import { moderationCase } from '../../domain/moderation/case/decider.ts'
import type { CaseKind } from '../../domain/moderation/case/events.ts'
import { dispute } from '../../domain/reputation/dispute/decider.ts'
import type { DisputeEvent } from '../../domain/reputation/dispute/events.ts'
import { opinion } from '../../domain/reputation/opinion/decider.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import type { ReviewEvent } from '../../domain/reputation/review/events.ts'
import type { WrittenReview } from '../../domain/reputation/review/state.ts'
import { streamOf } from '../handle.ts'
import type { Privacy } from '../history.ts'
import { reviewOfStory } from '../moderation/case-ids.ts'
import { isModerator, type Person } from '../person.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'
import { masked, type Viewer } from './mask.ts'
import { momentsOf } from './moments.ts'
import type { CaseFact, Moment, Replay, View } from './replay.ts'
import { disputeIn, flagsIn, revisionsIn } from './told.ts'

/** So many moments are shown, the latest; all of them are folded. */
export const mostMoments = 200

/**
 * *Rivivi la contestazione*: a case as it stood at each of its moments, for the eyes of whoever asks. Reads the few streams
 * of the case and never the log; whoever has no part in it is told that there is no such case.
 */
export const replayCase: UseCase<{ readonly caseId: string }, { readonly viewer: Viewer; readonly replay: Replay }> =
  (context) =>
  ({ caseId }) =>
    pipe(
      matterOf(context, caseId),
      TE.bindTo('matter'),
      TE.bind('viewer', ({ matter }) => viewerOf(context, matter)),
      TE.bind('whole', ({ matter, viewer }) => replayOf(context, matter, viewer.kind === 'auditor' ? 'blank' : 'open')),
      TE.map(({ viewer, whole }) => ({ viewer, replay: masked(whole, viewer) })),
    )

interface Matter {
  readonly caseId: string
  readonly reviewId: string
  /** Null for a review's whole story. */
  readonly kind: CaseKind | null
}

const unknown = refuse({ type: 'CaseNotFound' })

const matterOf = ({ look }: Context, caseId: string): Answer<Matter> => {
  const story = reviewOfStory(caseId)
  if (story !== null) return TE.right({ caseId, reviewId: story, kind: null })
  return pipe(
    look(moderationCase, caseId),
    TE.flatMap(({ state }) =>
      state.status === 'none' ? TE.left(unknown) : TE.right({ caseId, reviewId: state.targetId, kind: state.kind }),
    ),
  )
}

/** A party is a party before being staff: nobody looks behind a case of their own. Of a case of flags they know nothing. */
const viewerOf = ({ person, look }: Context, { kind, reviewId }: Matter): Answer<Viewer> =>
  pipe(
    look(review, reviewId),
    TE.bindTo('written'),
    TE.bind('disputed', () => look(dispute, reviewId)),
    TE.flatMap(({ written: { state }, disputed }) => {
      if (state.status === 'NONE') return TE.left(unknown)
      const { accountId } = person
      const viewer = partyOf(state, accountId) ?? staffKind(person)
      const party = viewer === 'author' || viewer === 'business'
      const hidden = party && kind !== null && kind !== 'DISPUTE'
      const undisputed = viewer === 'business' && disputed.state.status === 'NONE'
      return viewer === null || hidden || undisputed ? TE.left(unknown) : TE.right({ kind: viewer, accountId })
    }),
  )

const partyOf = ({ whose }: WrittenReview, accountId: string): 'author' | 'business' | null => {
  if (accountId === whose.authorId) return 'author'
  return whose.targetType === 'BUSINESS' && accountId === whose.targetId ? 'business' : null
}

const staffKind = (person: Person): 'staff' | 'auditor' | null =>
  isModerator(person) ? 'staff' : person.roles.includes('REVISORE') ? 'auditor' : null

const replayOf = (context: Context, matter: Matter, privacy: Privacy): Answer<Replay> => {
  const { history } = context
  const { caseId, reviewId } = matter
  return pipe(
    TE.Do,
    TE.bind('written', () => history.read(review.events, streamOf(review, reviewId), privacy)),
    TE.bind('disputed', () => history.read(dispute.events, streamOf(dispute, reviewId), privacy)),
    TE.bind('queued', () => history.read(moderationCase.events, streamOf(moderationCase, caseId), privacy)),
    TE.bind('opinions', ({ written }) => opinionsOn(context, written)),
    TE.bind('appeals', ({ written, disputed }) => appealsAgainst(context, [...written, ...disputed], privacy)),
    TE.bind('again', ({ appeals }) => appealsAgainst(context, appeals, privacy)),
    TE.flatMap(({ written, disputed, queued, opinions, appeals, again }) =>
      assembled(context, matter, { written, disputed, rest: [...queued, ...opinions, ...appeals, ...again] }),
    ),
  )
}

const opinionsOn = ({ history }: Context, written: readonly Recorded<ReviewEvent>[]) => {
  const [first] = written
  if (first === undefined) return TE.right([])
  const { authorId, targetId, reviewId } = first.event.data
  return pipe(
    history.read(opinion.events, streamOf(opinion, `${authorId}_${targetId}`), 'blank'),
    TE.map((all) => all.filter(({ event }) => event.data.reviewId === reviewId)),
  )
}

/** An appeal's stream goes by the decision it is against; against what an appeal turned, once more. */
const appealsAgainst = ({ history }: Context, facts: readonly Recorded<CaseFact>[], privacy: Privacy) =>
  pipe(
    facts.filter(({ event: { data } }) => 'by' in data),
    TE.traverseArray(({ id }) => history.read(appeal.events, streamOf(appeal, id), privacy)),
    TE.map((read) => read.flat()),
  )

interface Facts {
  readonly written: readonly Recorded<ReviewEvent>[]
  readonly disputed: readonly Recorded<DisputeEvent>[]
  readonly rest: readonly Recorded<CaseFact>[]
}

const assembled = (context: Context, matter: Matter, { written, disputed, rest }: Facts): Answer<Replay> => {
  const state = fold(
    review,
    written.map(({ event }) => event),
  )
  if (state.status === 'NONE') return TE.left(unknown)
  const { authorId, authorType, targetType, targetId, visibility } = state.whose
  const businessId = targetType === 'BUSINESS' ? targetId : null
  const all = momentsOf([...written, ...disputed, ...rest], { authorId, businessId })
  const shown = all.slice(-mostMoments)
  return pipe(
    TE.Do,
    TE.bind('moments', () => (businessId === null ? TE.right(shown) : withScores(context, targetId, shown))),
    TE.bind('author', () => isErased(context, authorId)),
    TE.bind('business', () => (businessId === null ? TE.right(false) : isErased(context, businessId))),
    TE.map(({ moments, author, business }): Replay => ({
      ...matter,
      authorId,
      authorType,
      targetType,
      targetId,
      visibility,
      erased: { author, business },
      revisions: revisionsIn(written),
      flags: flagsIn(written),
      dispute: disputeIn(disputed),
      moments,
      omitted: all.length - shown.length,
    })),
  )
}

const withScores = ({ lookups }: Context, targetId: string, moments: readonly Moment[]): Answer<readonly Moment[]> => {
  const views = moments.flatMap(({ view, decision }) => [view, ...(decision?.saw ? [decision.saw] : [])])
  const places = [...new Set(views.map(({ asOf }) => asOf))].sort()
  return pipe(
    lookups.scoresAt(targetId, places),
    TE.map((scores) => {
      const scored = (view: View): View => ({ ...view, score: scores?.[places.indexOf(view.asOf)] ?? null })
      return moments.map((moment): Moment => ({
        ...moment,
        view: scored(moment.view),
        decision: moment.decision && { ...moment.decision, saw: moment.decision.saw && scored(moment.decision.saw) },
      }))
    }),
  )
}

/** Nobody is there any more; or the key is gone and the address reads as none. */
const isErased = ({ look }: Context, accountId: string): Answer<boolean> =>
  pipe(
    look(account, accountId, 'open'),
    TE.map(({ state }) => state.kind === null || state.email === ''),
  )
