import type { EventEnvelope, EventMetadata } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent, EventFamily } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import type { CommandFailure, CommandResult } from './command-handler.ts'
import type { Job } from './ports/jobs.ts'
import type { PersonalData } from './ports/sealing.ts'

export type PolicyFailure =
  /** A dependency was unavailable; the event is retried. */
  | { readonly type: 'Transient'; readonly cause: unknown }
  /** Retrying cannot help; the event is set aside and reported. `reason` contains no personal data. */
  | { readonly type: 'Permanent'; readonly reason: string }

/** An e-mail or job that a policy requests; queued through the outbox. */
export interface Effect extends Pick<Job, 'queue' | 'data' | 'runAt'> {
  /**
   * Identifies the effect together with the event's id: it happens once, whichever policy requests it. Lower case and
   * `-`; never renamed.
   */
  readonly id: string
  /** Name of the job in its queue. */
  readonly job: string
}

/**
 * Consequences of events: commands and side effects. Events arrive in order and at least once; they are repeated if the
 * process dies before acknowledging them.
 */
export interface Policy<Event extends AnyEvent> {
  /** Lower case and `-`; the policy's checkpoint is `policy:<name>`. */
  readonly name: string
  readonly events: EventFamily<Event>
  /** Where a new policy starts in the log. */
  readonly startsFrom: 'now' | 'beginning'
  /** Default `omitted`: personal fields have the values they have after erasure. */
  readonly personalData?: PersonalData
  /**
   * Executes commands whose ids derive from the event, so that repeating them changes nothing; returns the recorded
   * events. Also runs in the request that recorded the event; the catch-up run skips what it knows to be done.
   */
  readonly react?: (recorded: EventEnvelope<Event>) => TE.TaskEither<PolicyFailure, readonly EventEnvelope[]>
  /**
   * Depends on the event alone. Effects that depend on a command's result belong to a policy on that command's events.
   */
  readonly effects?: (recorded: EventEnvelope<Event>) => readonly Effect[]
}

/** A policy, whatever its events. */
export interface AnyPolicy extends Omit<Policy<never>, 'events'> {
  readonly events: EventFamily<AnyEvent>
}

/** Metadata of events that a policy records because of another event. */
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
 * Command result as a reaction. Rejections in `ignoredRejections` and erased subjects mean that nothing is left to do; other
 * rejections set the event aside; unavailability and exhausted conflict retries are retried.
 */
export const toReaction = <Event extends AnyEvent, S, R extends { readonly type: string }>(
  command: TE.TaskEither<CommandFailure<R>, CommandResult<Event, S>>,
  ignoredRejections: readonly R['type'][] = [],
): TE.TaskEither<PolicyFailure, readonly EventEnvelope<Event>[]> =>
  pipe(
    command,
    TE.map(({ recorded }) => recorded),
    TE.orElse((failure): TE.TaskEither<PolicyFailure, readonly EventEnvelope<Event>[]> => {
      switch (failure.type) {
        case 'SubjectErased':
          return TE.right([])
        case 'Rejected':
          return ignoredRejections.includes(failure.rejection.type)
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
        case 'Detached':
          return TE.left({ type: 'Permanent', reason: failure.why })
        case 'Unrecordable':
          return TE.left({ type: 'Permanent', reason: `unrecordable: ${failure.eventType}.${failure.field}` })
      }
    }),
  )

/** Runs reactions one after another and concatenates their events; stops at the first failure. */
export const inSequence = (
  reactions: readonly TE.TaskEither<PolicyFailure, readonly EventEnvelope[]>[],
): TE.TaskEither<PolicyFailure, readonly EventEnvelope[]> =>
  pipe(
    TE.sequenceSeqArray(reactions),
    TE.map((all) => all.flat()),
  )
