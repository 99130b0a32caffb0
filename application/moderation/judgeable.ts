import { pipe, TE } from '../../domain/kernel/fp.ts'
import { dispute, type DisputeState } from '../../domain/reputation/dispute/decider.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { pendingFlags, type WrittenReview } from '../../domain/reputation/review/state.ts'
import type { Version } from '../ports/event-store.ts'
import { refuse, type Answer, type Context } from '../use-case.ts'
import type { Decision, Known } from './compose-reasons.ts'
import { accountBehind } from './parties.ts'

export interface Judgeable {
  readonly written: WrittenReview
  /** Of the review's stream. */
  readonly version: Version
  /** The account behind a USER target: nobody judges a remark about himself; null for other targets. */
  readonly targetAccountId: string | null
  readonly dispute: DisputeState
  readonly disputeVersion: Version
  /** The dispute, where it waits for an answer. */
  readonly openDispute: Known['dispute']
  /** What can be told of the review itself. */
  readonly known: Known
}

/** A review with all that a decision about it must know. */
export const judgeable = (context: Context, reviewId: string): Answer<Judgeable> =>
  pipe(
    TE.Do,
    TE.bind('looked', () => context.look(review, reviewId)),
    TE.bind('disputed', () => context.look(dispute, reviewId)),
    TE.flatMap(({ looked, disputed }): Answer<Judgeable> => {
      const { state: written, version } = looked
      if (written.status === 'NONE') return TE.left(refuse({ type: 'ReviewNotFound' }))
      const known = { stars: written.words.rating, writtenAt: written.submitted.at, flags: [], dispute: null }
      const about = { written, version, known, dispute: disputed.state, disputeVersion: disputed.version }
      return pipe(
        accountBehind(context.lookups, written.whose),
        TE.map((targetAccountId) => ({ ...about, targetAccountId, openDispute: waiting(disputed.state) })),
      )
    }),
  )

/** What is told of one decision: the flags and the dispute it is about. */
export const knownFor = (decision: Decision, matter: Judgeable, flagId: string | null = null): Known => {
  const { written, known, dispute: disputed, openDispute } = matter
  switch (decision) {
    case 'HIDDEN':
    case 'REMOVED':
      return { ...known, flags: pendingFlags(written), dispute: openDispute }
    case 'RESTORED':
      return known
    case 'FLAG_UPHELD':
    case 'FLAG_DISMISSED':
    case 'FLAG_REVIEWED': {
      const caseNumber = caseOf(matter, flagId)
      return { ...known, flags: written.flags.filter((one) => one.caseNumber === caseNumber) }
    }
    case 'DISPUTE_UPHELD':
    case 'DISPUTE_REJECTED':
      return { ...known, dispute: openingOf(disputed) }
  }
}

/** The case of a flag; the latest where there is no such flag. */
export const caseOf = ({ written }: Judgeable, flagId: string | null): number =>
  written.flags.find((one) => one.flagId === flagId)?.caseNumber ?? written.caseNumber

const waiting = (state: DisputeState): Known['dispute'] =>
  state.status === 'OPEN' || state.status === 'UNDER_REVIEW' ? openingOf(state) : null

const openingOf = (state: DisputeState): Known['dispute'] =>
  state.status === 'NONE' ? null : { reason: state.opened.reason, openedAt: state.opened.at }

const lostRaces = 8

/** Reasons are composed of what was seen: when something came between, all is looked at anew. */
export const onWhatWasSeen = <A>(decide: () => Answer<A>, racesLeft = lostRaces): Answer<A> =>
  pipe(
    decide(),
    TE.orElse((failure) =>
      failure.type === 'WrongVersion' && racesLeft > 0 ? onWhatWasSeen(decide, racesLeft - 1) : TE.left(failure),
    ),
  )
