import type { AccountDeleted } from '../../domain/accounts/account-events.ts'
import { account } from '../../domain/accounts/account.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import type { EventCodec } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { erasure } from '../../domain/privacy/erasure.ts'
import { type DataStore, dataStores } from '../../domain/privacy/vocabulary.ts'
import { booking } from '../../domain/travel/booking.ts'
import type { AuthServices } from '../accounts/auth-services.ts'
import { releaseName } from '../accounts/name-reservation.ts'
import type { Sessions } from '../accounts/ports.ts'
import type { AccessLogStore } from '../audit/ports.ts'
import { executeCommand } from '../execute-command.ts'
import { decideAndAppend, load, streamOf } from '../command-handler.ts'
import type { Keyring } from '../ports/keyring.ts'
import type { Result } from '../use-case.ts'

type Deleted = typeof AccountDeleted extends EventCodec<infer Event> ? Event['data'] : never

/** Services that hold data of an account. */
export interface ErasureServices {
  readonly services: AuthServices
  readonly sessions: Pick<Sessions, 'endAllOf'>
  readonly keyring: Pick<Keyring, 'erase'>
  readonly accessLog: Pick<AccessLogStore, 'forget'>
}

/**
 * Erases a deleted account, store by store, and records each one. An interrupted run resumes at the first missing store;
 * every step is idempotent. False if the account is not deleted.
 */
export const eraseAccount = (context: ErasureServices, accountId: string): Result<boolean> =>
  pipe(
    load(context.services)(account, accountId),
    TE.flatMap(({ state }) => {
      const deleted = state.kind === null ? state.deleted : undefined
      return deleted === undefined ? TE.right(false) : TE.map(() => true)(eraseDeletedAccount(context, deleted))
    }),
  )

const eraseDeletedAccount = (context: ErasureServices, deleted: Deleted): Result<unknown> => {
  const { services } = context
  const { accountId, clientId } = deleted
  const meta = erasureMetadata(services)
  const completion = { type: 'CompleteErasure', accountId, clientId, at: meta.occurredAt } as const
  return pipe(
    TE.Do,
    TE.bind('erasure', () => load(services)(erasure, accountId)),
    TE.let('remaining', ({ erasure: { state } }) => dataStores.filter((store) => !state.erased.includes(store))),
    TE.tap(({ remaining }) => inSequence(...remaining.map((store) => eraseStore(context, store, deleted, meta)))),
    TE.flatMap(() => executeCommand(services)(erasure, accountId, completion, meta)),
  )
}

const erasureMetadata = ({ clock, newId }: AuthServices): EventMetadata => ({
  correlationId: newId(),
  causationId: null,
  actor: { id: 'erasure', role: 'policy' },
  occurredAt: clock(),
})

const eraseStore = (
  context: ErasureServices,
  store: DataStore,
  deleted: Deleted,
  meta: EventMetadata,
): Result<unknown> => {
  const { accountId } = deleted
  const command = { type: 'RecordStoreErased', accountId, store, at: meta.occurredAt } as const
  return pipe(
    storeErasers[store](context, deleted, meta),
    TE.flatMap(() => decideAndAppend(context.services)(erasure, accountId, command, meta)),
  )
}

type StoreEraser = (context: ErasureServices, deleted: Deleted, meta: EventMetadata) => Result<unknown>

const storeErasers: { readonly [S in DataStore]: StoreEraser } = {
  sessions: ({ services, sessions }, { accountId }) =>
    inSequence(
      TE.tryCatch(
        () => sessions.endAllOf(accountId),
        (cause) => ({ type: 'Unavailable', cause }) as const,
      ),
      services.deviceTokens.revokeAllOf(accountId),
    ),
  credentials: ({ services }, { accountId }) =>
    inSequence(
      services.credentials.deleteAllOf(accountId),
      deleteCodes(services, accountId),
      services.passkeys.deleteAllOf(accountId),
    ),
  names: ({ services }, { accountId, emailId, usernameId, identities }, meta) => {
    const names = [
      { category: 'email', nameId: emailId } as const,
      ...(usernameId === null ? [] : [{ category: 'username', nameId: usernameId } as const]),
      ...identities.map((nameId) => ({ category: 'social', nameId }) as const),
    ]
    return pipe(
      closeWallet(services, accountId, meta),
      TE.flatMap(() => load(services)(wallet, accountId)),
      TE.map(({ state: { addressId } }) =>
        addressId === null ? names : [...names, { category: 'payee', nameId: addressId } as const],
      ),
      TE.flatMap((held) =>
        TE.sequenceSeqArray(held.map((name) => releaseName(services, { ...name, accountId, meta }))),
      ),
    )
  },
  bookings: ({ services }, { accountId }, meta) => {
    const at = meta.occurredAt
    const command = { type: 'CancelBooking', accountId, today: romeDay(at), at } as const
    const cancel = (bookingId: string) => ignoreRejection(executeCommand(services)(booking, bookingId, command, meta))
    return pipe(
      services.lookups.privacy.upcomingBookings(accountId, romeDay(at)),
      TE.flatMap((bookingIds) => inSequence(...bookingIds.map(cancel))),
    )
  },
  photos: ({ services }, { accountId }) => services.photos.deleteAllOf(accountId),
  notifications: ({ services }, { accountId }) => services.notifications.store.deleteAllOf(accountId),
  'access-log': ({ accessLog }, { accountId }) =>
    TE.tryCatch(
      () => accessLog.forget(accountId),
      (cause) => ({ type: 'Unavailable', cause }) as const,
    ),
  keys: ({ keyring }, { accountId, clientId }) =>
    inSequence(keyring.erase(accountId), clientId === null ? TE.right(undefined) : keyring.erase(clientId)),
}

/**
 * Rejected while a payout is in progress that began as the account was deleted: it needs the address, so names and keys are
 * erased after it.
 * @rule Q-92 no payout is lost, or sent to an erased account
 */
const closeWallet = (services: AuthServices, accountId: string, meta: EventMetadata): Result<unknown> =>
  pipe(
    load(services)(wallet, accountId),
    TE.flatMap(({ version }): Result<unknown> => {
      const command = { type: 'CloseWallet', accountId, at: meta.occurredAt } as const
      return version === 0 ? TE.right(undefined) : executeCommand(services)(wallet, accountId, command, meta)
    }),
  )

/** Codes of e-mail changes are issued for the change. */
const deleteCodes = ({ codes, history }: AuthServices, accountId: string): Result<unknown> =>
  pipe(
    history.read(account.events, streamOf(account, accountId), 'omitted'),
    TE.map((past) => past.flatMap(({ event }) => (event.type === 'EmailChangeRequested' ? [event.data.changeId] : []))),
    TE.flatMap((changeIds) => inSequence(...[accountId, ...changeIds].map(codes.deleteAllOf))),
  )

const inSequence = (...steps: readonly Result<unknown>[]): Result<unknown> => TE.sequenceSeqArray(steps)

/** A booking that has started or has been cancelled can no longer be cancelled. */
const ignoreRejection = (result: Result<unknown>): Result<unknown> =>
  pipe(
    result,
    TE.orElse((failure) => (failure.type === 'Rejected' ? TE.right(undefined) : TE.left(failure))),
  )
