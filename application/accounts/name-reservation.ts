import { account } from '../../domain/accounts/account.ts'
import { nameReservation } from '../../domain/accounts/name-reservation.ts'
import type { NameCategory } from '../../domain/accounts/vocabulary.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { decideAndAppend, load } from '../command-handler.ts'
import type { AnyRejection } from '../rejections.ts'
import { isRejection, rejectedWith, type Result } from '../use-case.ts'
import type { AuthServices } from './auth-services.ts'

export interface NameReservation {
  readonly category: NameCategory
  readonly nameId: string
  readonly accountId: string
  readonly meta: EventMetadata
}

/** Longer than any registration takes; a reservation expires only if the registration crashed. */
export const nameReservationMinutes = 10
const takenRejections = {
  email: { type: 'EmailTaken' },
  username: { type: 'UsernameTaken' },
  social: { type: 'SocialIdentityBusy' },
  payee: { type: 'PayoutAddressTaken' },
} as const satisfies Readonly<Record<string, AnyRejection>>

/** Reserves a name. Replaces an expired reservation unless the account behind it exists and uses the name. */
export const reserveName = (
  auth: AuthServices,
  { category, nameId, accountId, meta }: NameReservation,
): Result<unknown> => {
  const at = meta.occurredAt
  const reserve = (holderUsesName?: boolean) =>
    decideAndAppend(auth)(
      nameReservation(category),
      nameId,
      {
        type: 'ReserveName',
        accountId,
        at,
        until: plusMinutes(at, nameReservationMinutes),
        ...(holderUsesName === undefined ? {} : { holderUsesName }),
      },
      meta,
    )
  return pipe(
    reserve(),
    TE.orElse((failure) =>
      failure.type === 'Rejected' && failure.rejection.type === 'ClaimLapsed'
        ? pipe(ownsName(auth, { category, nameId, accountId: failure.rejection.accountId }), TE.flatMap(reserve))
        : TE.left(failure),
    ),
    TE.mapLeft((failure) => (isRejection(failure, 'NameTaken') ? rejectedWith(takenRejections[category]) : failure)),
  )
}

/** Reserves all names or none: if one is taken, those reserved before it are released and free again at once. */
export const reserveNames = (auth: AuthServices, [name, ...rest]: readonly NameReservation[]): Result<unknown> =>
  name === undefined
    ? TE.right(undefined)
    : pipe(
        reserveName(auth, name),
        TE.flatMap(() =>
          pipe(
            reserveNames(auth, rest),
            TE.tapError(() => releaseName(auth, name)),
          ),
        ),
      )

/** Whether an account uses this name. */
const ownsName = (
  auth: AuthServices,
  { category, accountId, nameId }: Omit<NameReservation, 'meta'>,
): Result<boolean> => (category === 'payee' ? isPaidAt(auth, accountId, nameId) : isCalled(auth, accountId, nameId))

const isPaidAt = (auth: AuthServices, accountId: string, addressId: string): Result<boolean> =>
  pipe(
    load(auth)(wallet, accountId),
    TE.map(({ state }) => state.addressId === addressId),
  )

/** Whether this is the e-mail address or username of an account. */
const isCalled = (auth: AuthServices, accountId: string, nameId: string): Result<boolean> =>
  pipe(
    load(auth)(account, accountId, 'decrypted'),
    TE.map(({ state }) => {
      if (state.kind === null) return false
      const { email, registration } = state
      if (auth.nameHasher.email(email) === nameId) return true
      return (
        registration.type === 'BusinessRegistered' && auth.nameHasher.username(registration.data.username) === nameId
      )
    }),
  )

export const confirmName = (
  auth: AuthServices,
  { category, nameId, accountId, meta }: NameReservation,
): Result<unknown> => decideAndAppend(auth)(nameReservation(category), nameId, { type: 'ConfirmName', accountId }, meta)

export const releaseName = (
  auth: AuthServices,
  { category, nameId, accountId, meta }: NameReservation,
): Result<unknown> => decideAndAppend(auth)(nameReservation(category), nameId, { type: 'ReleaseName', accountId }, meta)
