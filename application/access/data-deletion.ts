import { account } from '../../domain/access/account/decider.ts'
import type { SocialProvider } from '../../domain/access/account/social-events.ts'
import { deletion } from '../../domain/access/deletion/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Metadata } from '../../domain/kernel/recorded.ts'
import { isBefore } from '../../domain/kernel/time.ts'
import { handle, load } from '../handle.ts'
import { refuse, type Answer } from '../use-case.ts'
import { asVisitor, holderOf, type DoorCase, type Doors } from './doors.ts'
import { erasure } from '../../domain/privacy/erasure/decider.ts'
import { beginDeletion } from '../privacy/delete-account.ts'
import { releaseName } from './reserve-name.ts'

/**
 * Meta's data-deletion callback: the identity is unlinked at once, and the account deleted; where something stands in the way
 * it waits on record until nothing does. Answers the code to ask with.
 */
export const requestDataDeletion: DoorCase<{ readonly signedRequest: string }, string> =
  (doors) =>
  ({ signedRequest }, correlationId) => {
    const { facebook } = doors.socialProviders
    if (facebook === null) return TE.left(refuse({ type: 'SocialUnavailable', provider: 'facebook' }))
    const signed = facebook.signed(signedRequest)
    if (signed === null) return TE.left(refuse({ type: 'SignedRequestInvalid' }))
    const identity = doors.names.social('facebook', signed.subject)
    const requestId = doors.names.deletion('facebook', signed.subject, signed.issuedAt)
    const meta = asVisitor(doors, correlationId)
    return pipe(
      holderOf(doors, 'social', identity),
      TE.flatMap((accountId) => record(doors, { requestId, accountId, identity }, meta)),
      TE.map(() => requestId),
    )
  }

interface Asked {
  readonly requestId: string
  readonly accountId: string | null
  readonly identity: string
}

/** On record first; repeated, it finishes what the first left undone, and unlinks nothing that was linked since. */
const record = (doors: Doors, { requestId, accountId, identity }: Asked, meta: Metadata): Answer<unknown> => {
  const request = { requestId, provider: 'facebook', accountId, at: meta.occurredAt } as const
  return pipe(
    handle(doors)(deletion, requestId, { type: 'RequestDataDeletion', ...request }, meta),
    TE.flatMap(({ state }) => {
      const { accountId: holder, at: askedAt } = state ?? request
      return holder === null ? TE.right(undefined) : letGo(doors, { accountId: holder, identity, askedAt }, meta)
    }),
  )
}

const letGo = (doors: Doors, unlinking: Unlinking, meta: Metadata): Answer<unknown> =>
  pipe(
    unlink(doors, unlinking, meta),
    TE.flatMap(() => deleteByProvider(doors, unlinking, meta)),
  )

/**
 * What stands in the way is no reason to refuse the provider: the deletion waits, and is tried again. Whoever has come back
 * by the same provider since stays.
 */
export const deleteByProvider = (
  doors: Doors,
  { accountId, askedAt }: Omit<Unlinking, 'identity'>,
  meta: Metadata,
): Answer<unknown> =>
  pipe(
    load(doors)(account, accountId),
    TE.flatMap(({ state }): Answer<unknown> => {
      const identities = state.kind === null ? [] : state.identities
      const isBack = identities.some(({ provider, at }) => provider === 'facebook' && isBefore(askedAt, at))
      return isBack ? TE.right(undefined) : beginDeletion(doors, { accountId, cause: 'facebook', reason: null }, meta)
    }),
    TE.orElse((failure): Answer<unknown> =>
      failure.type === 'Rejected' && failure.rejection.type === 'DeletionBlocked'
        ? TE.right(undefined)
        : TE.left(failure),
    ),
  )

interface Unlinking {
  readonly accountId: string
  readonly identity: string
  readonly askedAt: Instant
}

const unlink = (doors: Doors, { accountId, identity, askedAt }: Unlinking, meta: Metadata): Answer<unknown> =>
  pipe(
    load(doors)(account, accountId),
    TE.flatMap(({ state }): Answer<unknown> => {
      const held = state.kind === null ? undefined : state.identities.find((one) => one.identity === identity)
      if (held === undefined || isBefore(askedAt, held.at)) return TE.right(undefined)
      const command = { type: 'UnlinkSocialIdentity', identity, reason: 'provider-asked', at: meta.occurredAt } as const
      return pipe(
        handle(doors)(account, accountId, command, meta),
        TE.flatMap(() => releaseName(doors, { category: 'social', nameId: identity, accountId, meta })),
      )
    }),
  )

export interface DeletionStatus {
  readonly provider: SocialProvider
  readonly requestedAt: Instant
  /** `nothing-held`: nobody had this identity; `unlinked`: the link is gone, the account not yet; `erased`: so is the account. */
  readonly state: 'nothing-held' | 'unlinked' | 'erased'
}

/** As the log has it now. */
export const deletionStatus: DoorCase<{ readonly code: string }, DeletionStatus> =
  (doors) =>
  ({ code }) =>
    pipe(
      load(doors)(deletion, code),
      TE.flatMap(({ state }): Answer<DeletionStatus> => {
        if (state === null) return TE.left(refuse({ type: 'DeletionUnknown' }))
        const { provider, accountId, at: requestedAt } = state
        if (accountId === null) return TE.right({ provider, requestedAt, state: 'nothing-held' })
        return pipe(
          load(doors)(erasure, accountId),
          TE.map(({ state: { complete } }) => ({ provider, requestedAt, state: complete ? 'erased' : 'unlinked' })),
        )
      }),
    )
