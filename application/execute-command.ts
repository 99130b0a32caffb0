import type { Aggregate } from '../domain/kernel/decider.ts'
import type { EventEnvelope, EventMetadata, Position } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import { type CommandDeps, type CommandFailure, type CommandOptions, type CommandResult, handle } from './handle.ts'
import type { InFlight } from './in-flight.ts'

/** What it takes to run a command together with everything that follows from it. */
export interface CommandServices extends CommandDeps {
  /**
   * Runs the policies on what was just recorded and returns the position of everything that followed. Never fails: the
   * catch-up run does what it could not.
   */
  readonly react: (recorded: readonly EventEnvelope[]) => Promise<Position | null>
  readonly inFlight: InFlight
}

/**
 * Load, decide, append, and let the policies react: a command with all that follows from it, which is where its position
 * stands (ADR 11). While it lasts, this process's own runs of the policies leave its events to it.
 */
export const executeCommand =
  (services: CommandServices) =>
  <C, Ev extends AnyEvent, S, R>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    command: C,
    meta: EventMetadata,
    options?: CommandOptions,
  ): TE.TaskEither<CommandFailure<R>, CommandResult<Ev, S>> =>
  () =>
    services.inFlight.track(
      meta.correlationId,
      pipe(
        handle(services)(aggregate, id, command, meta, options),
        TE.flatMapTask((done) => async () => {
          const followed = await services.react(done.recorded)
          return followed === null ? done : { ...done, position: followed }
        }),
      ),
    )
