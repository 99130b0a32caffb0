import type { Aggregate } from '../../domain/kernel/decider.ts'
import type { Actor } from '../../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { executeCommand } from '../execute-command.ts'
import type { Keyring } from '../ports/keyring.ts'
import type { AnyRejection } from '../rejections.ts'
import type { Result, Services } from '../use-case.ts'
import type { Chain } from './ports.ts'

/** Dependencies of the payout job. */
export interface PayoutServices extends Services {
  readonly chain: Chain
  /** Destroys the key of a paid batch, whose signed transaction contains personal addresses. */
  readonly eraseKey: Keyring['erase']
  /** The timer, or the administrator who started the run. @rule Q-71 */
  readonly actor: Actor
}

export const nothingToDo: Result<unknown> = TE.right(undefined)

/** Executes a command; false if the subject was erased, or one of the `settled` rejections shows there is nothing to do. */
export const executePayoutCommand =
  ({ actor, ...services }: PayoutServices) =>
  <C, Ev extends AnyEvent, S, R extends AnyRejection>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    command: C,
    settled: readonly AnyRejection['type'][],
  ): Result<boolean> => {
    const meta = { correlationId: services.newId(), causationId: null, actor, occurredAt: services.clock() }
    return pipe(
      executeCommand(services)(aggregate, id, command, meta, { privacy: 'open' }),
      TE.map(() => true),
      TE.orElse((failure): Result<boolean> => {
        const isErased = failure.type === 'SubjectErased'
        const isSettled = failure.type === 'Rejected' && settled.includes(failure.rejection.type)
        return isErased || isSettled ? TE.right(false) : TE.left(failure)
      }),
    )
  }
