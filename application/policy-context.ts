import type { Aggregate } from '../domain/kernel/decider.ts'
import type { EventEnvelope } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import type { NameHasher } from './accounts/ports.ts'
import { type CommandDeps, type CommandOptions, decideAndAppend, load } from './command-handler.ts'
import type { HistoryFailure } from './history.ts'
import type { RuleSettings } from './rule-settings.ts'
import type { Lookups } from './lookups.ts'
import { type PolicyFailure, policyMetadata, toReaction } from './policy.ts'
import type { LookupFailure } from './ports/lookups.ts'
import type { AnyRejection } from './rejections.ts'

/** Dependencies of policies. */
export interface PolicyContext extends CommandDeps {
  readonly newCode: () => string
  readonly ruleSettings: RuleSettings
  readonly lookups: Lookups
  readonly nameHasher: Pick<NameHasher, 'phone' | 'mailbox' | 'payoutAddress'>
}

/** Events recorded by a reaction, for the next policy and the response. */
export type Reaction = TE.TaskEither<PolicyFailure, readonly EventEnvelope[]>

export const noReaction: Reaction = TE.right([])

/**
 * Commands executed by a policy because of an event, at the event's time. Policies must decide on the current state
 * they load, not on the state at the time of the event: the event may be old or processed repeatedly.
 */
export const asPolicy = (policy: string, context: PolicyContext, cause: EventEnvelope) => {
  const meta = policyMetadata({ name: policy }, cause, cause.meta.occurredAt)
  return {
    /**
     * Rejections in `ignoredRejections` mean that nothing is left to do; any other rejection sets the event aside. Other
     * policies do not react here: `runPoliciesInline` passes them the recorded events, or they read them in the log.
     */
    execute: <C, Ev extends AnyEvent, S, R extends AnyRejection>(
      aggregate: Aggregate<C, Ev, S, R>,
      id: string,
      command: C,
      ignoredRejections: readonly R['type'][] = [],
      options: CommandOptions = {},
    ): Reaction => toReaction(decideAndAppend(context)(aggregate, id, command, meta, options), ignoredRejections),
    load: load(context),
  }
}

/** Loads an aggregate and reacts to its state. */
export const withState = <S>(
  load: TE.TaskEither<HistoryFailure, { readonly state: S }>,
  reactTo: (state: S) => Reaction,
): Reaction => withLookup(load, ({ state }) => reactTo(state))

/** Looks something up and reacts to it. Unavailable sources are retried; for unreadable or detached events, the event is set aside. */
export const withLookup = <A>(
  lookup: TE.TaskEither<HistoryFailure | LookupFailure, A>,
  reactTo: (found: A) => Reaction,
): Reaction =>
  pipe(
    lookup,
    TE.mapLeft((failure): PolicyFailure => {
      if (failure.type === 'Unreadable') return { type: 'Permanent', reason: `unreadable: ${failure.eventType}` }
      if (failure.type === 'Detached') return { type: 'Permanent', reason: failure.why }
      return { type: 'Transient', cause: failure }
    }),
    TE.flatMap(reactTo),
  )
