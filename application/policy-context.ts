import type { Aggregate } from '../domain/kernel/decider.ts'
import type { EventEnvelope } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import { type CommandDeps, type CommandOptions, handle, load } from './handle.ts'
import type { HistoryFailure } from './history.ts'
import type { Limits } from './limits.ts'
import { type PolicyFailure, policyMetadata, toReaction } from './policy.ts'
import type { LookupFailure, Lookups } from './ports/lookups.ts'
import type { AnyRejection } from './rejections.ts'

/** What policies may reach for. */
export interface PolicyContext extends CommandDeps {
  readonly newCode: () => string
  readonly limits: Limits
  readonly lookups: Lookups
}

/** What a reaction wrote: events, for the next policy and for the answer. */
export type Reaction = TE.TaskEither<PolicyFailure, readonly EventEnvelope[]>

export const noReaction: Reaction = TE.right([])

/**
 * Commands in the name of a policy, caused by one event and at its time. A policy acts on what `look` shows it now, not on
 * what the event says was so then: met late, or again, an old event must find the world as it has become.
 */
export const asPolicy = (policy: string, hands: PolicyContext, cause: EventEnvelope) => {
  const meta = policyMetadata({ name: policy }, cause, cause.meta.occurredAt)
  return {
    /** A rejection named in `settled` means that there is nothing left to do; any other stops the policy. */
    execute: <C, Ev extends AnyEvent, S, R extends AnyRejection>(
      aggregate: Aggregate<C, Ev, S, R>,
      id: string,
      command: C,
      settled: readonly R['type'][] = [],
      options: CommandOptions = {},
    ): Reaction => toReaction(handle(hands)(aggregate, id, command, meta, options), settled),
    load: load(hands),
  }
}

/** A look at an aggregate, and what to do about it. */
export const withState = <S>(
  looked: TE.TaskEither<HistoryFailure, { readonly state: S }>,
  then: (state: S) => Reaction,
): Reaction => withLookup(looked, ({ state }) => then(state))

/** Anything looked up, and what to do about it. What cannot be reached is tried again; what cannot be read stops. */
export const withLookup = <A>(
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
