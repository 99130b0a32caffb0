import type { Aggregate } from '../../domain/kernel/decider.ts'
import type { Actor } from '../../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { executeCommand } from '../execute-command.ts'
import type { Keyring } from '../ports/keyring.ts'
import type { AnyRejection } from '../rejections.ts'
import type { Result, Services } from '../use-case.ts'
import type { Chain } from './ports.ts'

/** Who pays out, and with what. */
export interface PayoutServices extends Services {
  readonly chain: Chain
  /** Destroys the key of a batch that has been paid: its signed bytes name people. */
  readonly forget: Keyring['erase']
  /** The clock, or the administrator who would not wait for it. */
  readonly actor: Actor
}

export const nothingToDo: Result<unknown> = TE.right(undefined)

/** False when it was refused by one of the rejections named, which mean that there is nothing to do. */
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
        const gone = failure.type === 'SubjectErased'
        const nothing = failure.type === 'Rejected' && settled.includes(failure.rejection.type)
        return gone || nothing ? TE.right(false) : TE.left(failure)
      }),
    )
  }
