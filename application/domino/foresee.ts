import { account } from '../../domain/access/account/decider.ts'
import { wallet } from '../../domain/ava/wallet/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Effect, Figure, Kept, MadeOn } from '../../domain/moderation/unwind/events.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { stands } from '../../domain/reputation/review/state.ts'
import { rewards } from '../../domain/rewards/rewards/decider.ts'
import { handle, load, type Deps } from '../handle.ts'
import { judgeable } from '../moderation/judgeable.ts'
import type { PolicyFailure } from '../policy.ts'
import { oneByOne, reactAtOnce } from '../react.ts'
import { refuse, type Answer, type AppFailure, type Context } from '../use-case.ts'
import { effectOf } from './effects.ts'
import { figuresOf, keptFor, type Earned } from './figures.ts'
import { rehearsalOf, type Rehearsal } from './rehearsal.ts'
import { removalOf } from './removal.ts'

export interface Foreseen {
  readonly madeOn: readonly MadeOn[]
  readonly effects: readonly Effect[]
  readonly kept: readonly Kept[]
  readonly figures: readonly Figure[]
}

/**
 * Everything that would follow if this review were judged fake now: the ordinary command and the ordinary policies, run until
 * nothing follows on copies of the streams they touch. The log stays as it is.
 */
export const foresee = (context: Context, reviewId: string): Answer<Foreseen> => {
  const rehearsal = rehearsalOf(context.history)
  const hands = { ...context, history: rehearsal.history }
  return pipe(
    judgeable({ ...context, history: rehearsal.history, look: load(hands) }, reviewId),
    TE.filterOrElse(
      ({ written }) => stands(written),
      ({ written: { status } }) => refuse({ type: 'TransitionNotAllowed', from: status, to: 'REMOVED' }),
    ),
    TE.bind('before', ({ written }) => earnedBy(context, written.whose.authorId)),
    TE.bind('venue', ({ written: { whose } }) =>
      whose.targetType === 'BUSINESS' ? context.lookups.scoreOf(whose.targetId) : TE.right(null),
    ),
    TE.tap(({ written, targetAccountId }) => {
      const { person, at } = context
      const judge = { by: person.accountId, targetAccountId, at }
      return rehearsed({ ...context, ...hands }, reviewId, removalOf(written, judge))
    }),
    TE.bind('after', ({ written }) => earnedBy({ history: rehearsal.history }, written.whose.authorId)),
    TE.map(({ before, after, venue }): Foreseen => {
      const effects = rehearsal.written().map(effectOf)
      const figures = figuresOf(venue, effects, before, after)
      return { madeOn: madeOn(rehearsal), effects, kept: keptFor(reviewId, before, after), figures }
    }),
  )
}

/** A policy that cannot do its part leaves the preview unsure, which is no preview. */
const rehearsed = (
  context: Context,
  reviewId: string,
  removal: Parameters<typeof review.decide>[0],
): Answer<unknown> => {
  const failures: PolicyFailure[] = []
  const react = reactAtOnce(
    context.policies(context),
    async () => null,
    (_, failure) => failures.push(failure),
    oneByOne,
  )
  return pipe(
    handle(context)(review, reviewId, removal, context.meta),
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

/** A case's stream is left out: who takes it and gives it back changes nothing of what follows. */
const madeOn = ({ written, versionOf }: Rehearsal): readonly MadeOn[] =>
  [...new Set(written().map(({ stream }) => stream))]
    .filter((stream) => !stream.startsWith('case-'))
    .map((stream) => ({ stream, version: versionOf(stream) }))

const earnedBy = (deps: Pick<Deps, 'history'>, authorId: string): Answer<Earned> =>
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
