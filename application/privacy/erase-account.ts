import { account } from '../../domain/access/account/decider.ts'
import type { AccountDeleted } from '../../domain/access/account/deletion-events.ts'
import type { EventCodec } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Metadata } from '../../domain/kernel/recorded.ts'
import { romeDay } from '../../domain/kernel/rome.ts'
import { erasure } from '../../domain/privacy/erasure/decider.ts'
import { stores, type Store } from '../../domain/privacy/erasure/events.ts'
import { booking } from '../../domain/travel/booking/decider.ts'
import type { Doors } from '../access/doors.ts'
import { releaseName } from '../access/reserve-name.ts'
import { carryOut } from '../carry-out.ts'
import { handle, load } from '../handle.ts'
import type { Keyring } from '../ports/keyring.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { Answer } from '../use-case.ts'

type Deleted = typeof AccountDeleted extends EventCodec<infer Event> ? Event['data'] : never

/** Everything that holds anything of an account's. */
export interface Everywhere {
  readonly doors: Doors
  readonly sessions: Pick<Sessions, 'endAllOf'>
  readonly keyring: Pick<Keyring, 'erase'>
}

/**
 * Erases an account that was deleted, store after store, with a receipt for each; a run that died is taken up where it
 * stopped, and every step may be done twice. False when nobody has decided on it.
 */
export const eraseAccount = (everywhere: Everywhere, accountId: string): Answer<boolean> => {
  const { doors } = everywhere
  return pipe(
    TE.Do,
    TE.apS('owner', load(doors)(account, accountId)),
    TE.apS('done', load(doors)(erasure, accountId)),
    TE.flatMap(({ owner, done }): Answer<boolean> => {
      const deleted = owner.state.kind === null ? owner.state.deleted : undefined
      if (deleted === undefined) return TE.right(false)
      const meta = inItsName(doors)
      const { clientId } = deleted
      const at = meta.occurredAt
      const left = stores.filter((store) => !done.state.erased.includes(store))
      return pipe(
        TE.sequenceSeqArray(left.map((store) => eraseStore(everywhere, store, deleted, meta))),
        TE.flatMap(() =>
          carryOut(doors)(erasure, accountId, { type: 'CompleteErasure', accountId, clientId, at }, meta),
        ),
        TE.map(() => true),
      )
    }),
  )
}

const inItsName = ({ clock, newId }: Doors): Metadata => ({
  correlationId: newId(),
  causationId: null,
  actor: { id: 'erasure', role: 'policy' },
  occurredAt: clock(),
})

const eraseStore = (everywhere: Everywhere, store: Store, deleted: Deleted, meta: Metadata): Answer<unknown> => {
  const { accountId } = deleted
  const receipt = { type: 'RecordStoreErased', accountId, store, at: meta.occurredAt } as const
  return pipe(
    ways[store](everywhere, deleted, meta),
    TE.flatMap(() => handle(everywhere.doors)(erasure, accountId, receipt, meta)),
  )
}

type Way = (everywhere: Everywhere, deleted: Deleted, meta: Metadata) => Answer<unknown>

const ways: { readonly [S in Store]: Way } = {
  sessions: ({ doors, sessions }, { accountId }) =>
    inTurn(
      TE.tryCatch(
        () => sessions.endAllOf(accountId),
        (cause) => ({ type: 'Unavailable', cause }) as const,
      ),
      doors.deviceTokens.revokeAllOf(accountId),
    ),
  credentials: ({ doors }, { accountId }) =>
    inTurn(doors.credentials.forget(accountId), doors.codes.forget(accountId), doors.passkeys.forget(accountId)),
  names: ({ doors }, { accountId, emailId, usernameId, identities }, meta) => {
    const names = [
      { category: 'email', nameId: emailId } as const,
      ...(usernameId === null ? [] : [{ category: 'username', nameId: usernameId } as const]),
      ...identities.map((nameId) => ({ category: 'social', nameId }) as const),
    ]
    return TE.sequenceSeqArray(names.map((name) => releaseName(doors, { ...name, accountId, meta })))
  },
  bookings: ({ doors }, { accountId }, meta) => {
    const at = meta.occurredAt
    const command = { type: 'CancelBooking', accountId, today: romeDay(at), at } as const
    return pipe(
      doors.lookups.privacy.bookingsAhead(accountId, romeDay(at)),
      TE.flatMap((ids) => TE.sequenceSeqArray(ids.map((id) => settled(carryOut(doors)(booking, id, command, meta))))),
    )
  },
  photos: ({ doors }, { accountId }) => doors.photos.forget(accountId),
  keys: ({ keyring }, { accountId, clientId }) =>
    inTurn(keyring.erase(accountId), clientId === null ? TE.right(undefined) : keyring.erase(clientId)),
}

const inTurn = (...steps: readonly Answer<unknown>[]): Answer<unknown> => TE.sequenceSeqArray(steps)

/** A stay that has begun meanwhile, or was cancelled, is no more to be cancelled. */
const settled = (answer: Answer<unknown>): Answer<unknown> =>
  pipe(
    answer,
    TE.orElse((failure) => (failure.type === 'Rejected' ? TE.right(undefined) : TE.left(failure))),
  )
