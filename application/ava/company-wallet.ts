import { treasury, treasuryId, type TreasuryState } from '../../domain/ava/treasury/decider.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { DoorCase, Doors } from '../access/doors.ts'
import { provePassword } from '../access/fresh-password.ts'
import { carryOut } from '../carry-out.ts'
import { load } from '../handle.ts'
import type { Person } from '../person.ts'
import type { GeneratedWallet, Holdings } from '../ports/chain.ts'
import { refuse, whyNot, type Answer } from '../use-case.ts'

export interface CompanyWallet {
  readonly address: string
  /** Null while the chain cannot be asked. */
  readonly holdings: Holdings | null
  /** There is a way from it to people: the contract that pays batches. */
  readonly pays: boolean
}

export interface TreasuryOutlook {
  /** Null while none is configured. */
  readonly wallet: CompanyWallet | null
  readonly generated: TreasuryState
}

const onlyAdmin = (person: Person): Answer<void> => {
  const reason = whyNot({ admin: true }, person)
  return reason === null ? TE.right(undefined) : TE.left(refuse(reason))
}

/** */
export const companyWallet: DoorCase<{ readonly person: Person }, TreasuryOutlook> =
  (doors) =>
  ({ person }) =>
    pipe(
      onlyAdmin(person),
      TE.flatMap(() => load(doors)(treasury, treasuryId)),
      TE.flatMapTask(({ state }) => async () => ({ wallet: await walletIn(doors), generated: state })),
    )

const walletIn = async ({ purse: { own }, treasury: wayOut }: Doors): Promise<CompanyWallet | null> => {
  if (own === null) return null
  const [address, holdings] = await Promise.all([own.address(), own.holdings()])
  return { address, holdings: E.isRight(holdings) ? holdings.right : null, pays: wayOut !== null }
}

export interface GenerateWallet {
  readonly person: Person
  /** Fresh. */
  readonly password: string
  readonly source: string
}

/** keys for one pair of eyes; only that they were made, and for whom, is written down. */
export const generateWallet: DoorCase<GenerateWallet, GeneratedWallet> =
  (doors) =>
  ({ person, password, source }, correlationId) => {
    const by = person.accountId
    return pipe(
      onlyAdmin(person),
      TE.flatMap(() => provePassword(doors, { accountId: by, password, source })),
      TE.flatMap(() => TE.fromTask(doors.purse.generate)),
      TE.flatMap((wallet) => {
        const at = doors.clock()
        const configured = doors.purse.own !== null
        const command = { type: 'GenerateWallet', address: wallet.address, by, at, configured } as const
        const actor = { id: by, role: 'admin' } as const
        const meta = { correlationId, causationId: null, actor, occurredAt: at }
        return pipe(
          carryOut(doors)(treasury, treasuryId, command, meta),
          TE.map(() => wallet),
        )
      }),
    )
  }
