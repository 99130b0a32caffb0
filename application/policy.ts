import type { EventEnvelope, EventMetadata } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent, EventFamily } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import type { CommandFailure, CommandResult } from './handle.ts'
import type { Privacy } from './history.ts'
import type { Job } from './ports/jobs.ts'

export type PolicyFailure =
  /** Something was out of reach: the same event is tried again. */
  | { readonly type: 'Transient'; readonly cause: unknown }
  /** Trying again will not help: the policy stops at this event, visibly. `reason` holds no personal data. */
  | { readonly type: 'Permanent'; readonly reason: string }

/** Something that must leave the system because of an event: a mail, a message, a payout, a file. */
export interface Effect extends Pick<Job, 'queue' | 'data' | 'runAt'> {
  /** With the event's id it names the effect for ever: it happens once, whichever policy asks. Lower case and `-`. */
  readonly name: string
  /** The job's name in its queue. */
  readonly kind: string
}

/**
 * What follows from an event: commands, and effects. Every event is given in order, at least once, and again when the
 * process died before it could say that it was done.
 */
export interface Policy<Event extends AnyEvent> {
  /** Lower case and `-`; its place in the log is kept under this name. */
  readonly name: string
  readonly events: EventFamily<Event>
  /** Where a policy that never ran begins: with what happens from now on, or with all that ever happened. */
  readonly startsFrom: 'now' | 'beginning'
  /** `blank` (the default) reads personal fields as erased. */
  readonly privacy?: Privacy
  /**
   * Gives commands, each named after the event so that asked twice it changes nothing; answers what was recorded. May
   * run in the request that wrote the event too; the later run finds nothing left to do.
   */
  readonly react?: (recorded: EventEnvelope<Event>) => TE.TaskEither<PolicyFailure, readonly EventEnvelope[]>
  /**
   * Of the event alone: the same event always has the same effects. What depends on what a command did belongs to a
   * policy on the events of that command.
   */
  readonly effects?: (recorded: EventEnvelope<Event>) => readonly Effect[]
}

/** Some policy, whatever its events. */
export interface AnyPolicy extends Omit<Policy<never>, 'events'> {
  readonly events: EventFamily<AnyEvent>
}

/** The metadata of what a policy does because of an event. */
export const policyMetadata = (
  policy: Pick<AnyPolicy, 'name'>,
  { id, meta }: EventEnvelope,
  occurredAt: Instant,
): EventMetadata => ({
  correlationId: meta.correlationId,
  causationId: id,
  actor: { id: policy.name, role: 'policy' },
  occurredAt,
})

/**
 * A command's outcome as a policy sees it. The rejections named in `settled` mean that there is nothing to do, and so does
 * an erased subject; another rejection stops the policy; what was out of reach or lost every race is tried again.
 */
export const toReaction = <Event extends AnyEvent, S, R extends { readonly type: string }>(
  command: TE.TaskEither<CommandFailure<R>, CommandResult<Event, S>>,
  settled: readonly R['type'][] = [],
): TE.TaskEither<PolicyFailure, readonly EventEnvelope<Event>[]> =>
  pipe(
    command,
    TE.map(({ recorded }) => recorded),
    TE.orElse((failure): TE.TaskEither<PolicyFailure, readonly EventEnvelope<Event>[]> => {
      switch (failure.type) {
        case 'SubjectErased':
          return TE.right([])
        case 'Rejected':
          return settled.includes(failure.rejection.type)
            ? TE.right([])
            : TE.left({ type: 'Permanent', reason: `the command was rejected: ${failure.rejection.type}` })
        case 'Unavailable':
        case 'KeyringUnavailable':
        case 'WrongVersion':
          return TE.left({ type: 'Transient', cause: failure })
        case 'Malformed':
        case 'IdsAlreadyUsed':
        case 'Unreadable':
          return TE.left({ type: 'Permanent', reason: failure.type })
      }
    }),
  )

/** One reaction after the other; what they recorded, together. The first failure ends it. */
export const inSequence = (
  reactions: readonly TE.TaskEither<PolicyFailure, readonly EventEnvelope[]>[],
): TE.TaskEither<PolicyFailure, readonly EventEnvelope[]> =>
  pipe(
    TE.sequenceSeqArray(reactions),
    TE.map((all) => all.flat()),
  )
