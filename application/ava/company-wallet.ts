import { companyWalletId, companyWallets, type CompanyWalletState } from '../../domain/ava/company-wallet.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { AuthServices, AuthUseCase } from '../accounts/auth-services.ts'
import { requireCurrentPassword } from '../accounts/passwords.ts'
import { executeCommand } from '../execute-command.ts'
import { load } from '../handle.ts'
import type { Person } from '../person.ts'
import { accessRejection } from '../access.ts'
import { refuse, type Result } from '../use-case.ts'
import type { GeneratedWallet, WalletBalances } from './ports.ts'

export interface CompanyWallet {
  readonly address: string
  /** Null while the chain is unreachable. */
  readonly holdings: WalletBalances | null
  /** Whether the payout contract is configured. */
  readonly pays: boolean
}

export interface CompanyWalletOverview {
  /** Null if no wallet is configured. */
  readonly wallet: CompanyWallet | null
  readonly generated: CompanyWalletState
}

const requireAdmin = (person: Person): Result<void> => {
  const reason = accessRejection({ admin: true }, person)
  return reason === null ? TE.right(undefined) : TE.left(refuse(reason))
}

/** The company wallet with its balances, for administrators. @rule A-58 */
export const companyWallet: AuthUseCase<{ readonly person: Person }, CompanyWalletOverview> =
  (auth) =>
  ({ person }) =>
    pipe(
      requireAdmin(person),
      TE.flatMap(() => load(auth)(companyWallets, companyWalletId)),
      TE.flatMapTask(({ state }) => async () => ({ wallet: await readWallet(auth), generated: state })),
    )

const readWallet = async ({
  companySigner: { configured },
  payoutChain,
}: AuthServices): Promise<CompanyWallet | null> => {
  if (configured === null) return null
  const [address, holdings] = await Promise.all([configured.address(), configured.holdings()])
  return { address, holdings: E.isRight(holdings) ? holdings.right : null, pays: payoutChain !== null }
}

export interface GenerateWallet {
  readonly person: Person
  /** The administrator's password, entered for this request. @rule Q-14 @rule Q-105 */
  readonly password: string
  readonly source: string
}

/** Generates keys and returns them once; the log records only the address and the administrator. @rule A-59 */
export const generateWallet: AuthUseCase<GenerateWallet, GeneratedWallet> =
  (auth) =>
  ({ person, password, source }, correlationId) => {
    const by = person.accountId
    return pipe(
      requireAdmin(person),
      TE.flatMap(() => requireCurrentPassword(auth, { accountId: by, password, source })),
      TE.flatMap(() => TE.fromTask(auth.companySigner.generate)),
      TE.flatMap((wallet) => {
        const at = auth.clock()
        const configured = auth.companySigner.configured !== null
        const command = { type: 'GenerateCompanyWallet', address: wallet.address, by, at, configured } as const
        const actor = { id: by, role: 'admin' } as const
        const meta = { correlationId, causationId: null, actor, occurredAt: at }
        return pipe(
          executeCommand(auth)(companyWallets, companyWalletId, command, meta),
          TE.map(() => wallet),
        )
      }),
    )
  }
