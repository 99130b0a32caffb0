import type { Aggregate } from '../domain/kernel/decider.ts'
import type { EventEnvelope, EventMetadata, Position } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import {
  type CommandDeps,
  type CommandFailure,
  type CommandOptions,
  type CommandResult,
  decideAndAppend,
} from './command-handler.ts'
import type { InFlight } from './in-flight.ts'

/** Dependencies of running a command together with its policies. */
export interface CommandServices extends CommandDeps {
  /**
   * Runs the policies on recorded events and returns the position of the last resulting event. Never fails: the
   * catch-up run repeats what failed here.
   */
  readonly react: (recorded: readonly EventEnvelope[]) => Promise<Position | null>
  readonly inFlight: InFlight
}

/**
 * Loads, decides, appends and lets the policies react. The resulting position covers the reactions (ADR 11). The
 * catch-up runs of this process wait until it has finished.
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
        decideAndAppend(services)(aggregate, id, command, meta, options),
        TE.flatMapTask((result) => async () => {
          const positionOfReactions = await services.react(result.recorded)
          return positionOfReactions === null ? result : { ...result, position: positionOfReactions }
        }),
      ),
    )
