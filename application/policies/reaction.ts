import type { Aggregate } from '../../domain/kernel/decider.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { handle, load, type Deps, type Options } from '../handle.ts'
import type { HistoryFailure } from '../history.ts'
import type { Limits } from '../limits.ts'
import { asReaction, causedBy, type PolicyFailure } from '../policy.ts'
import type { LookupFailure, Lookups } from '../ports/lookups.ts'
import type { AnyRejection } from '../rejections.ts'

/** What policies may reach for. */
export interface Hands extends Deps {
  readonly newCode: () => string
  readonly limits: Limits
  readonly lookups: Lookups
}

/** What a reaction wrote: events, for the next policy and for the answer. */
export type Reaction = TE.TaskEither<PolicyFailure, readonly Recorded[]>

export const nothing: Reaction = TE.right([])

/**
 * Commands in the name of a policy, caused by one event and at its time. A policy acts on what `look` shows it now, not on
 * what the event says was so then: met late, or again, an old event must find the world as it has become.
 */
export const inTheNameOf = (policy: string, hands: Hands, cause: Recorded) => {
  const meta = causedBy({ name: policy }, cause, cause.meta.occurredAt)
  return {
    /** A rejection named in `settled` means that there is nothing left to do; any other stops the policy. */
    run: <C, Ev extends AnyEvent, S, R extends AnyRejection>(
      aggregate: Aggregate<C, Ev, S, R>,
      id: string,
      command: C,
      settled: readonly R['type'][] = [],
      options: Options = {},
    ): Reaction => asReaction(handle(hands)(aggregate, id, command, meta, options), settled),
    look: load(hands),
  }
}

/** A look at an aggregate, and what to do about it. */
export const seeing = <S>(
  looked: TE.TaskEither<HistoryFailure, { readonly state: S }>,
  then: (state: S) => Reaction,
): Reaction => looking(looked, ({ state }) => then(state))

/** Anything looked up, and what to do about it. What cannot be reached is tried again; what cannot be read stops. */
export const looking = <A>(
  looked: TE.TaskEither<HistoryFailure | LookupFailure, A>,
  then: (answer: A) => Reaction,
): Reaction =>
  pipe(
    looked,
    TE.mapLeft((failure): PolicyFailure =>
      failure.type === 'Unreadable'
        ? { type: 'Permanent', reason: `unreadable: ${failure.eventType}` }
        : { type: 'Transient', cause: failure },
    ),
    TE.flatMap(then),
  )
