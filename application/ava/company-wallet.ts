import { companyWalletId, companyWallets, type CompanyWalletState } from '../../domain/ava/company-wallet.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import { requireCurrentPassword } from '../accounts/passwords.ts'
import { executeCommand } from '../execute-command.ts'
import { load } from '../command-handler.ts'
import type { Person } from '../person.ts'
import { admin } from '../access.ts'
import { requireAccess, type Result } from '../use-case.ts'
import type { CompanyWalletServices } from './payout-services.ts'
import type { GeneratedWallet, WalletBalances } from './ports.ts'

type CompanyWalletUseCase<Input, Output> = (
  services: CompanyWalletServices,
) => (input: Input, correlationId: string) => Result<Output>

export interface CompanyWallet {
  readonly address: string
  /** Null while the chain is unreachable. */
  readonly balances: WalletBalances | null
  /** Whether the payout contract is configured. */
  readonly canPay: boolean
}

export interface CompanyWalletOverview {
  /** Null if no wallet is configured. */
  readonly wallet: CompanyWallet | null
  readonly generated: CompanyWalletState
}

/** The company wallet with its balances, for administrators. @rule A-58 */
export const companyWallet: CompanyWalletUseCase<{ readonly person: Person }, CompanyWalletOverview> =
  (context) =>
  ({ person }) =>
    pipe(
      TE.Do,
      TE.tap(() => requireAccess(admin, person)),
      TE.bindW('generated', () => load(context.services)(companyWallets, companyWalletId)),
      TE.bind('wallet', () => TE.fromTask(() => readWallet(context))),
      TE.map(({ wallet, generated }) => ({ wallet, generated: generated.state })),
    )

const readWallet = async ({
  companyWalletReader: { configured },
  payoutChain,
}: CompanyWalletServices): Promise<CompanyWallet | null> => {
  if (configured === null) return null
  const balances = await configured.balances()
  return {
    address: configured.address,
    balances: E.isRight(balances) ? balances.right : null,
    canPay: payoutChain !== null,
  }
}

export interface GenerateWallet {
  readonly person: Person
  /** The administrator's password, entered for this request. @rule Q-14 @rule Q-105 */
  readonly password: string
  readonly source: string
}

/** Generates keys and returns them once; the log records only the address and the administrator. @rule A-59 */
export const generateWallet: CompanyWalletUseCase<GenerateWallet, GeneratedWallet> =
  (context) =>
  ({ person, password, source }, correlationId) => {
    const { services, companyWalletReader } = context
    return pipe(
      TE.Do,
      TE.tap(() => requireAccess(admin, person)),
      TE.tap(() => requireCurrentPassword(services, { accountId: person.accountId, password, source })),
      TE.bind('wallet', () => TE.fromTask(companyWalletReader.generate)),
      TE.tap(({ wallet }) => recordGeneratedWallet(context, person.accountId, wallet, correlationId)),
      TE.map(({ wallet }) => wallet),
    )
  }

const recordGeneratedWallet = (
  { services, companyWalletReader }: CompanyWalletServices,
  by: string,
  { address }: GeneratedWallet,
  correlationId: string,
): Result<unknown> => {
  const at = services.clock()
  const configured = companyWalletReader.configured !== null
  const meta: EventMetadata = { correlationId, causationId: null, actor: { id: by, role: 'admin' }, occurredAt: at }
  const command = { type: 'GenerateCompanyWallet', address, by, at, configured } as const
  return executeCommand(services)(companyWallets, companyWalletId, command, meta)
}
