import type { Aggregate } from '../../domain/kernel/decider.ts'
import type { Actor } from '../../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { AuthServices } from '../accounts/auth-services.ts'
import type { AccessLog } from '../audit/ports.ts'
import { executeCommand } from '../execute-command.ts'
import type { Keyring } from '../ports/keyring.ts'
import type { AnyRejection } from '../rejections.ts'
import type { Result, Services } from '../use-case.ts'
import type { Chain, CompanyWalletReader } from './ports.ts'

/** The chain that payouts are sent to. */
export interface PayoutChain {
  readonly chain: Chain
  /** Destroys the key of a paid batch, whose signed transaction contains personal addresses. */
  readonly eraseKey: Keyring['erase']
}

/** Dependencies of use cases on the company wallet. */
export interface CompanyWalletServices {
  readonly services: AuthServices
  readonly companyWalletReader: CompanyWalletReader
  /** Null unless payouts are configured. @rule Q-71 balances are kept until payouts are possible */
  readonly payoutChain: PayoutChain | null
}

/** Dependencies of the payout job. */
export interface PayoutServices extends Services, PayoutChain {
  /** The timer, or the administrator who started the run. @rule Q-71 */
  readonly actor: Actor
  readonly accessLog: AccessLog
}

export const nothingToDo: Result<unknown> = TE.right(undefined)

/** Executes a command; false if the subject was erased, or one of `ignoredRejections` shows that nothing is left to do. */
export const executePayoutCommand =
  ({ actor, ...services }: PayoutServices) =>
  <C, Ev extends AnyEvent, S, R extends AnyRejection>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    command: C,
    ignoredRejections: readonly AnyRejection['type'][],
  ): Result<boolean> => {
    const meta = { correlationId: services.newId(), causationId: null, actor, occurredAt: services.clock() }
    return pipe(
      executeCommand(services)(aggregate, id, command, meta, { personalData: 'decrypted' }),
      TE.map(() => true),
      TE.orElse((failure): Result<boolean> => {
        const isErased = failure.type === 'SubjectErased'
        const isIgnored = failure.type === 'Rejected' && ignoredRejections.includes(failure.rejection.type)
        return isErased || isIgnored ? TE.right(false) : TE.left(failure)
      }),
    )
  }
