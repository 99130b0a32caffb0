import type { Aggregate } from '../domain/kernel/decider.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import type { Metadata, Position, Recorded } from '../domain/kernel/recorded.ts'
import { handle, type Deps, type Done, type Failure, type Options } from './handle.ts'
import type { InHand } from './in-hand.ts'

/** What it takes to run a command together with everything that follows from it. */
export interface CommandServices extends Deps {
  /**
   * Runs the policies on what was just recorded and returns the position of everything that followed. Never fails: the
   * catch-up run does what it could not.
   */
  readonly react: (recorded: readonly Recorded[]) => Promise<Position | null>
  readonly inFlight: InHand
}

/**
 * Load, decide, append, and let the policies react: a command with all that follows from it, which is where its position
 * stands (ADR 11). While it lasts, this process's own runs of the policies leave its events to it.
 */
export const carryOut =
  (toolbox: CommandServices) =>
  <C, Ev extends AnyEvent, S, R>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    command: C,
    meta: Metadata,
    options?: Options,
  ): TE.TaskEither<Failure<R>, Done<Ev, S>> =>
  () =>
    toolbox.inFlight.hold(
      meta.correlationId,
      pipe(
        handle(toolbox)(aggregate, id, command, meta, options),
        TE.flatMapTask((done) => async () => {
          const followed = await toolbox.react(done.recorded)
          return followed === null ? done : { ...done, position: followed }
        }),
      ),
    )
