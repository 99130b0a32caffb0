import { account } from '../../domain/accounts/account.ts'
import {
  BusinessProfileChanged,
  BusinessRegistered,
  ClientProfileChanged,
  ClientRegistered,
  EmailChanged,
  EmailConfirmed,
} from '../../domain/accounts/account-events.ts'
import type { RegisteredAccount } from '../../domain/accounts/account-state.ts'
import { accountIdentifiers, type SetIdentifier, sharedIdentifiers } from '../../domain/accounts/identifiers.ts'
import { PayoutAddressRestored, PayoutAddressSet, PayoutConfirmed } from '../../domain/ava/wallet-state.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { IdentifierKind } from '../../domain/accounts/vocabulary.ts'
import { type CommandDeps, idsWhose, load } from '../command-handler.ts'
import type { HistoryFailure } from '../history.ts'
import type { Lookups } from '../lookups.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'
import type { LookupFailure } from '../ports/lookups.ts'
import { rejectedWith, type Result, type UseCaseContext } from '../use-case.ts'

const events = family(
  BusinessRegistered,
  ClientRegistered,
  BusinessProfileChanged,
  ClientProfileChanged,
  EmailConfirmed,
  EmailChanged,
  PayoutAddressSet,
  PayoutAddressRestored,
  PayoutConfirmed,
)

/**
 * Keeps the identifiers that connect an account with others up to date. A mailbox counts once it is confirmed, so that
 * nobody is connected by an address that belongs to somebody else.
 * @rule Q-123
 */
export const identifiersPolicy = (context: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'identifiers',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { accountId } = recorded.event.data
    const { load } = asPolicy('identifiers', context, recorded)
    return withState(load(account, accountId, 'decrypted'), (state) => {
      if (state.kind === null) return noReaction
      const { type, data } = recorded.event
      switch (type) {
        case 'PayoutAddressSet':
        case 'PayoutAddressRestored':
          return setPayoutAddress(context, recorded, state)
        case 'PayoutConfirmed':
          return provePayoutAddress(context, recorded, state, data.payoutId)
        case 'BusinessRegistered':
        case 'ClientRegistered':
        case 'BusinessProfileChanged':
        case 'ClientProfileChanged':
        case 'EmailConfirmed':
        case 'EmailChanged':
          return setContacts(context, recorded, state)
      }
    })
  },
})

/** Telephone and mailbox. */
const setContacts = (context: PolicyContext, cause: EventEnvelope, state: RegisteredAccount): Reaction => {
  const { nameHasher } = context
  const { email, emailConfirmed, profile, registration } = state
  const hashOf = (phone: string | null) => (phone === null ? null : nameHasher.phone(phone))
  const phone = hashOf(profile.details.phone)
  const mailbox = emailConfirmed && email !== '' ? nameHasher.mailbox(email) : null
  const set = setIdentifier(context, cause, state)
  return inSequence([
    set({ kind: 'phone', hash: phone, registered: phone === hashOf(registration.data.phone) }),
    set({ kind: 'mailbox', hash: mailbox, registered: false }),
  ])
}

const setPayoutAddress = (context: PolicyContext, cause: EventEnvelope, state: RegisteredAccount): Reaction => {
  const { load } = asPolicy('identifiers', context, cause)
  return withState(load(wallet, state.accountId), ({ addressId }) =>
    setIdentifier(context, cause, state)({ kind: 'payout-address', hash: addressId, registered: false }),
  )
}

/** The address may have been changed while the payout was in progress. */
const provePayoutAddress = (
  context: PolicyContext,
  cause: EventEnvelope,
  { accountId, kind: accountKind }: RegisteredAccount,
  payoutId: string,
): Reaction => {
  const { execute, load } = asPolicy('identifiers', context, cause)
  return withState(load(wallet, accountId, 'decrypted'), ({ payouts }) => {
    const address = payouts.get(payoutId)?.address ?? ''
    if (address === '') return noReaction
    const proven = { kind: 'payout-address', hash: context.nameHasher.payoutAddress(address) } as const
    const command = { type: 'ProveIdentifier', accountId, accountKind, ...proven, at: cause.meta.occurredAt } as const
    return execute(accountIdentifiers, accountId, command, [], { personalData: 'decrypted' })
  })
}

type NewIdentifier = Pick<SetIdentifier, 'kind' | 'hash' | 'registered'>

const setIdentifier =
  (context: PolicyContext, cause: EventEnvelope, { accountId, kind: accountKind }: RegisteredAccount) =>
  (identifier: NewIdentifier): Reaction => {
    const { execute } = asPolicy('identifiers', context, cause)
    const command = { type: 'SetIdentifier', accountId, accountKind, ...identifier, at: cause.meta.occurredAt } as const
    return execute(accountIdentifiers, accountId, command, [], { personalData: 'decrypted' })
  }

/**
 * Those of `others` that are connected with the account, decided on the log.
 * @rule Q-123
 */
export const connectedAmong = (
  source: Pick<CommandDeps, 'history'>,
  accountId: string,
  others: readonly string[],
  at: Instant,
): TE.TaskEither<HistoryFailure, readonly string[]> => {
  const loadIdentifiers = (id: string) => load(source)(accountIdentifiers, id, 'decrypted')
  if (others.length === 0) return TE.right([])
  return pipe(
    loadIdentifiers(accountId),
    TE.flatMap(({ state: own }) =>
      own.identifiers.isEmpty()
        ? TE.right([])
        : idsWhose(loadIdentifiers, (other) => sharedIdentifiers(own, other, at).length > 0)(others),
    ),
  )
}

/**
 * Other accounts that share an identifier of one of these kinds with the account, at most 100: found in the read model and
 * decided on the log.
 * @rule Q-123
 */
export const connectedWith = (
  { history, lookups }: Pick<CommandDeps, 'history'> & { readonly lookups: Pick<Lookups, 'accounts'> },
  accountId: string,
  kinds: readonly IdentifierKind[],
  at: Instant,
): TE.TaskEither<HistoryFailure | LookupFailure, readonly string[]> => {
  const loadIdentifiers = (id: string) => load({ history })(accountIdentifiers, id, 'decrypted')
  return pipe(
    TE.Do,
    TE.bind('own', () => loadIdentifiers(accountId)),
    TE.bindW('found', ({ own }) =>
      lookups.accounts.accountsUsing(
        [...own.state.identifiers.values()].filter(({ kind, hash }) => hash !== '' && kinds.includes(kind)),
      ),
    ),
    TE.flatMap(({ own, found }) =>
      idsWhose(loadIdentifiers, (other) =>
        sharedIdentifiers(own.state, other, at).some((kind) => kinds.includes(kind)),
      )(found.filter((id) => id !== accountId)),
    ),
  )
}

/**
 * Rejects what connected accounts want to do to one another.
 * @rule Q-123 connected accounts neither rate nor review one another
 */
export const requireIndependent = (
  { history, person, at }: Pick<UseCaseContext, 'history' | 'person' | 'at'>,
  otherId: string,
): Result<void> =>
  pipe(
    connectedAmong({ history }, person.accountId, [otherId], at),
    TE.filterOrElseW(
      ({ length }) => length === 0,
      () => rejectedWith({ type: 'ConnectedAccounts' }),
    ),
    TE.asUnit,
  )
