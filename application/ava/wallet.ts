import type { ConfigureWallet, SetPayoutAddress } from '../../domain/ava/payout-address.ts'
import { PayoutAddressSet } from '../../domain/ava/wallet-state.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { business, signedIn } from '../access.ts'
import { accountMetadata, type AuthServices, type AuthUseCase, visitorMetadata } from '../accounts/auth-services.ts'
import { type NameReservation, reserveName } from '../accounts/name-reservation.ts'
import { requireCurrentPassword } from '../accounts/passwords.ts'
import { load } from '../command-handler.ts'
import { executeCommand } from '../execute-command.ts'
import type { Caller, Person } from '../person.ts'
import { decisionResult, isRejection, rejectedWith, requireAccess, type Result, type UseCase } from '../use-case.ts'

interface Purchase {
  /** Id of the request; a repeated request is the same purchase. */
  readonly causeId: string
  readonly durationDays: number
}

/**
 * Spends AVA and activates Premium in one decision.
 * @rule B-33 thirty days for ten AVA
 * @rule Q-73 atomic
 */
export const activatePremium: UseCase<Purchase, Position | null> =
  ({ execute, person: { accountId }, at }) =>
  (purchase) =>
    pipe(
      execute(wallet, accountId, { type: 'ActivatePremium', accountId, ...purchase, at }),
      TE.map(({ position }) => position),
    )

/** Use case for the caller's own wallet. */
type OwnWalletUseCase<Input> = (auth: AuthServices) => (caller: Caller, input: Input) => Result<Position | null>

export interface NewPayoutAddress {
  readonly address: string
  /** Entered for this request; undefined if the address stays the same. @rule Q-127 @rule Q-105 */
  readonly password: string | undefined
  readonly source: string
}

/** Sets the payout address of the caller's wallet. */
export const setWalletAddress: OwnWalletUseCase<NewPayoutAddress> = (auth) => (caller, address) =>
  pipe(
    requireAccess(signedIn, caller.person),
    TE.flatMap((person) =>
      configureOwnWallet(auth, { ...caller, person }, address, (fields) => ({ type: 'SetPayoutAddress', ...fields })),
    ),
  )

export interface WalletConfiguration extends NewPayoutAddress {
  readonly walletId: string
  readonly threshold: number
}

/** Configures the caller's own wallet, whose id is the account id. @rule Q-70 */
export const configureWallet: OwnWalletUseCase<WalletConfiguration> =
  (auth) =>
  (caller, { walletId, threshold, ...address }) =>
    pipe(
      requireAccess(business, caller.person),
      TE.filterOrElse(
        ({ accountId }) => accountId === walletId,
        () => rejectedWith({ type: 'WalletUnknown' }),
      ),
      TE.flatMap((person) =>
        configureOwnWallet(auth, { ...caller, person }, address, (fields) => ({
          type: 'ConfigureWallet',
          threshold,
          ...fields,
        })),
      ),
    )

/** The decision compares addresses, so personal fields must be decrypted. @rule Q-70 */
const decrypted = { personalData: 'decrypted' } as const

interface SignedInCaller extends Caller {
  readonly person: Person
}

/**
 * Decides once before anything else, so that neither a password is asked for nor an address reserved for a command that is
 * rejected. Only who knows the password learns whether another account uses the address.
 * @rule Q-127 a new address requires the password
 */
const configureOwnWallet = (
  auth: AuthServices,
  { person, correlationId }: SignedInCaller,
  { address, password, source }: NewPayoutAddress,
  commandOf: (fields: Omit<SetPayoutAddress, 'type'>) => SetPayoutAddress | ConfigureWallet,
): Result<Position | null> => {
  const { accountId } = person
  const meta = accountMetadata(auth, person, correlationId)
  const addressId = auth.nameHasher.payoutAddress(address)
  const { walletHoldHours: holdHours } = auth.ruleSettings.ava
  const command = commandOf({
    accountId,
    changeId: auth.newId(),
    address,
    isMistyped: auth.isMistypedAddress(address),
    addressId,
    holdHours,
    at: meta.occurredAt,
  })
  return pipe(
    load(auth)(wallet, accountId, 'decrypted'),
    TE.flatMap(({ state }) => decisionResult(wallet.decide(command, state))),
    TE.tap((events): Result<unknown> =>
      events.some(({ type }) => type === PayoutAddressSet.type)
        ? pipe(
            requireCurrentPassword(auth, { accountId, password, source }),
            TE.flatMap(() =>
              reservePayoutAddress(auth, address, { category: 'payee', nameId: addressId, accountId, meta }),
            ),
          )
        : TE.right(undefined),
    ),
    TE.flatMap(() => executeCommand(auth)(wallet, accountId, command, meta, decrypted)),
    TE.map(({ position }) => position),
  )
}

export interface UndoneAddressChange {
  readonly accountId: string
  /** Whether there was a former address and it is restored. */
  readonly isRestored: boolean
  readonly position: Position | null
}

/**
 * Undoes a change of the payout address by the link in the letter about it, without sign-in. If another account has taken the former
 * address, the wallet has none.
 * @rule Q-127 undo with one click, once
 */
export const undoWalletAddress: AuthUseCase<{ readonly token: string }, UndoneAddressChange> =
  (auth) =>
  ({ token }, correlationId) => {
    const change = auth.payoutUndoTokens.read(token)
    if (change === null) return TE.left(rejectedWith({ type: 'UndoLinkInvalid' }))
    const { accountId, changeId } = change
    const meta = visitorMetadata(auth, correlationId)
    const command = { type: 'UndoPayoutAddress', accountId, changeId, at: meta.occurredAt } as const
    return pipe(
      load(auth)(wallet, accountId, 'decrypted'),
      TE.tap(({ state }) => decisionResult(wallet.decide({ ...command, restoredAddressId: null }, state))),
      TE.flatMap(({ state }) =>
        reserveFormerAddress(auth, state.addressChanges.get(changeId)?.former.address, accountId, meta),
      ),
      TE.bindTo('restoredAddressId'),
      TE.bindW('undone', ({ restoredAddressId }) =>
        executeCommand(auth)(wallet, accountId, { ...command, restoredAddressId }, meta, decrypted),
      ),
      TE.filterOrElse(
        ({ undone }) => undone.events.length > 0,
        () => rejectedWith({ type: 'UndoLinkUsed' }),
      ),
      TE.map(({ restoredAddressId, undone: { position } }) => ({
        accountId,
        isRestored: restoredAddressId !== null,
        position,
      })),
      TE.mapLeft((failure) => (failure.type === 'SubjectErased' ? rejectedWith({ type: 'UndoLinkInvalid' }) : failure)),
    )
  }

/** Id of the address once it is reserved again; null if there is none, or another account uses it. */
const reserveFormerAddress = (
  auth: AuthServices,
  address: string | null | undefined,
  accountId: string,
  meta: EventMetadata,
): Result<string | null> => {
  if (!address) return TE.right(null)
  const nameId = auth.nameHasher.payoutAddress(address)
  return pipe(
    reservePayoutAddress(auth, address, { category: 'payee', nameId, accountId, meta }),
    TE.map(() => nameId),
    TE.orElse((failure): Result<string | null> =>
      isRejection(failure, 'PayoutAddressTaken') ? TE.right(null) : TE.left(failure),
    ),
  )
}

/** Addresses set before they were reserved are found in the read model. @rule Q-127 */
const reservePayoutAddress = (auth: AuthServices, address: string, reservation: NameReservation): Result<unknown> =>
  pipe(
    auth.lookups.ava.isAddressOfAnother(address, reservation.accountId),
    TE.flatMap((isTaken): Result<unknown> =>
      isTaken ? TE.left(rejectedWith({ type: 'PayoutAddressTaken' })) : reserveName(auth, reservation),
    ),
  )
