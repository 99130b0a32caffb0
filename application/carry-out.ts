import type { Aggregate } from '../domain/kernel/decider.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import type { Metadata } from '../domain/kernel/recorded.ts'
import { handle, type Done, type Failure, type Options } from './handle.ts'
import type { Toolbox } from './use-case.ts'

/**
 * Load, decide, append, and let the policies react: a command with all that follows from it, which is where its position
 * stands (ADR 11). While it lasts, this process's own runs of the policies leave its events to it.
 */
export const carryOut =
  (toolbox: Pick<Toolbox, 'history' | 'newId' | 'react' | 'inHand'>) =>
  <C, Ev extends AnyEvent, S, R>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    command: C,
    meta: Metadata,
    options?: Options,
  ): TE.TaskEither<Failure<R>, Done<Ev, S>> =>
  () =>
    toolbox.inHand.hold(
      meta.correlationId,
      pipe(
        handle(toolbox)(aggregate, id, command, meta, options),
        TE.flatMapTask((done) => async () => {
          const followed = await toolbox.react(done.recorded)
          return followed === null ? done : { ...done, position: followed }
        }),
      ),
    )
