import type { Aggregate } from '../../domain/kernel/decider.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Metadata, Recorded } from '../../domain/kernel/recorded.ts'
import { handle, load, type Deps } from '../handle.ts'
import type { HistoryFailure } from '../history.ts'
import type { Limits } from '../limits.ts'
import type { Lookups } from '../ports/lookups.ts'
import type { PolicyFailure, Reacted } from '../policy.ts'
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
  const { correlationId, occurredAt } = cause.meta
  const meta: Metadata = { correlationId, causationId: cause.id, actor: { id: policy, role: 'policy' }, occurredAt }
  return {
    /** A refusal named in `moot` means that there is nothing left to do; any other stops the policy. */
    run: <C, Ev extends AnyEvent, S, R extends AnyRejection>(
      aggregate: Aggregate<C, Ev, S, R>,
      id: string,
      command: C,
      moot: readonly R['type'][] = [],
    ): Reaction =>
      pipe(
        handle(hands)(aggregate, id, command, meta),
        TE.map(({ recorded }): readonly Recorded[] => recorded),
        TE.orElse((failure) =>
          failure.type === 'Rejected' && moot.includes(failure.rejection.type) ? nothing : TE.left(failure),
        ),
      ),
    look: load(hands),
  }
}

/** One after the other, all they wrote together. */
export const together = (...reactions: readonly Reaction[]): Reaction =>
  pipe(
    TE.sequenceSeqArray(reactions),
    TE.map((written) => written.flat()),
  )

/** A look at an aggregate, and what to do about it. */
export const seeing = <S>(
  looked: TE.TaskEither<HistoryFailure, { readonly state: S }>,
  then: (state: S) => Reaction,
): Reaction =>
  pipe(
    looked,
    TE.mapLeft((failure): PolicyFailure => failure),
    TE.flatMap(({ state }) => then(state)),
  )

export const withoutEffects = (recorded: readonly Recorded[]): Reacted => ({ recorded, effects: [] })
