import type { RegisteredAccount } from '../../domain/accounts/account-state.ts'
import { account } from '../../domain/accounts/account.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { activeSanction, sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { load } from '../command-handler.ts'
import { nameIdsOf, startDeletion } from '../privacy/delete-account.ts'
import { isRejection, type Result } from '../use-case.ts'
import { accountByName, type AuthServices, unknownAccountId } from './auth-services.ts'
import { type NameReservation, releaseName, reserveNames } from './name-reservation.ts'

/**
 * Deletes the account that holds the address of a registration without having confirmed it, and frees its names. Its
 * password and sessions stop working at once; the erasure follows. False if there is none, or it cannot be deleted.
 * The names that others may hold are reserved before anything is deleted. A client is replaced at once, since
 * nothing happens in its account before the confirmation. A business is live from its registration, so it is replaced
 * only once its last confirmation link has expired unused; until then the address counts as taken.
 * @rule Q-24 a second registration replaces the data of an unconfirmed address
 */
export const replaceUnconfirmedHolder = (auth: AuthServices, names: readonly NameReservation[]): Result<boolean> => {
  const email = names.find(({ category }) => category === 'email')
  if (email === undefined) return TE.right(false)
  const { nameId, meta } = email
  return pipe(
    unconfirmedHolder(auth, nameId),
    TE.flatMap((holder) => {
      if (holder === null) return TE.right(false)
      return pipe(
        isReplaceable(auth, holder, meta.occurredAt),
        TE.flatMap((replaceable) => (replaceable ? replaceHolder(auth, holder, names, meta) : TE.right(false))),
      )
    }),
    TE.orElse((failure) => (isRejection(failure, 'DeletionBlocked') ? TE.right(false) : TE.left(failure))),
  )
}

/** @rule Q-129 nobody gets rid of a sanction this way */
const isReplaceable = (auth: AuthServices, { kind, accountId }: RegisteredAccount, at: Instant): Result<boolean> =>
  pipe(
    load(auth)(sanctionRecord, accountId),
    TE.flatMap(({ state }): Result<boolean> => {
      if (activeSanction(state, at) !== null) return TE.right(false)
      return kind === 'client' ? TE.right(true) : auth.codes.hasExpired('verify-email', accountId, at)
    }),
  )

/** Staff are never replaced: their roles were granted by the operator. */
const unconfirmedHolder = (auth: AuthServices, nameId: string): Result<RegisteredAccount | null> =>
  pipe(
    accountByName(auth, 'email', nameId),
    TE.flatMap((accountId) => load(auth)(account, accountId ?? unknownAccountId, 'decrypted')),
    TE.map(({ state }) =>
      state.kind === null ||
      state.emailConfirmed ||
      state.roles.length > 0 ||
      auth.nameHasher.email(state.email) !== nameId
        ? null
        : state,
    ),
  )

const replaceHolder = (
  auth: AuthServices,
  holder: RegisteredAccount,
  names: readonly NameReservation[],
  meta: EventMetadata,
): Result<boolean> => {
  const { accountId, identities } = holder
  const { emailId, usernameId } = nameIdsOf(auth, holder)
  const others = names.filter(({ nameId }) => nameId !== emailId && nameId !== usernameId)
  const freed = [
    { category: 'email', nameId: emailId } as const,
    ...(usernameId === null ? [] : [{ category: 'username', nameId: usernameId } as const]),
    ...identities.map(({ identity }) => ({ category: 'social', nameId: identity }) as const),
  ]
  return pipe(
    reserveNames(auth, others),
    TE.flatMap(() =>
      pipe(
        startDeletion(auth, { accountId, cause: 'replaced', reason: null }, meta),
        TE.tapError(() => TE.sequenceSeqArray(others.map((name) => releaseName(auth, name)))),
      ),
    ),
    TE.flatMap(() =>
      TE.sequenceSeqArray(
        freed.map(({ category, nameId }) => releaseName(auth, { category, nameId, accountId, meta })),
      ),
    ),
    TE.map(() => true),
  )
}
