import type { SocialProvider } from '../../domain/accounts/vocabulary.ts'
import { account } from '../../domain/accounts/account.ts'
import { dataDeletionRequest } from '../../domain/accounts/data-deletion-request.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { isBefore } from '../../domain/kernel/time.ts'
import { erasure } from '../../domain/privacy/erasure.ts'
import { handle, load } from '../handle.ts'
import { startDeletion } from '../privacy/delete-account.ts'
import { refuse, type Result } from '../use-case.ts'
import { accountByName, type AuthServices, type AuthUseCase, visitorMetadata } from './auth-services.ts'
import { releaseName } from './name-reservation.ts'

/**
 * Meta's data-deletion callback: the identity is unlinked at once, and the account deleted; where something stands in the way
 * it waits on record until nothing does. Answers the code to ask with.
 */
export const requestDataDeletion: AuthUseCase<{ readonly signedRequest: string }, string> =
  (auth) =>
  ({ signedRequest }, correlationId) => {
    const { facebook } = auth.socialProviders
    if (facebook === null) return TE.left(refuse({ type: 'SocialUnavailable', provider: 'facebook' }))
    const signed = facebook.verifySignedRequest(signedRequest)
    if (signed === null) return TE.left(refuse({ type: 'SignedRequestInvalid' }))
    const identity = auth.nameHasher.social('facebook', signed.subject)
    const requestId = auth.nameHasher.deletion('facebook', signed.subject, signed.issuedAt)
    const meta = visitorMetadata(auth, correlationId)
    return pipe(
      accountByName(auth, 'social', identity),
      TE.flatMap((accountId) => recordRequest(auth, { requestId, accountId, identity }, meta)),
      TE.map(() => requestId),
    )
  }

interface RecordedDeletionRequest {
  readonly requestId: string
  readonly accountId: string | null
  readonly identity: string
}

/** On record first; repeated, it finishes what the first left undone, and unlinks nothing that was linked since. */
const recordRequest = (
  auth: AuthServices,
  { requestId, accountId, identity }: RecordedDeletionRequest,
  meta: EventMetadata,
): Result<unknown> => {
  const request = { requestId, provider: 'facebook', accountId, at: meta.occurredAt } as const
  return pipe(
    handle(auth)(dataDeletionRequest, requestId, { type: 'RequestDataDeletion', ...request }, meta),
    TE.flatMap(({ state }) => {
      const { accountId: holder, at: askedAt } = state ?? request
      return holder === null
        ? TE.right(undefined)
        : unlinkAndDelete(auth, { accountId: holder, identity, askedAt }, meta)
    }),
  )
}

const unlinkAndDelete = (auth: AuthServices, unlinking: Unlinking, meta: EventMetadata): Result<unknown> =>
  pipe(
    unlinkIdentity(auth, unlinking, meta),
    TE.flatMap(() => deleteForProvider(auth, unlinking, meta)),
  )

/**
 * What stands in the way is no reason to refuse the provider: the deletion waits, and is tried again. Whoever has come back
 * by the same provider since stays.
 */
export const deleteForProvider = (
  auth: AuthServices,
  { accountId, askedAt }: Omit<Unlinking, 'identity'>,
  meta: EventMetadata,
): Result<unknown> =>
  pipe(
    load(auth)(account, accountId),
    TE.flatMap(({ state }): Result<unknown> => {
      const identities = state.kind === null ? [] : state.identities
      const isBack = identities.some(({ provider, at }) => provider === 'facebook' && isBefore(askedAt, at))
      return isBack ? TE.right(undefined) : startDeletion(auth, { accountId, cause: 'facebook', reason: null }, meta)
    }),
    TE.orElse((failure): Result<unknown> =>
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

const unlinkIdentity = (
  auth: AuthServices,
  { accountId, identity, askedAt }: Unlinking,
  meta: EventMetadata,
): Result<unknown> =>
  pipe(
    load(auth)(account, accountId),
    TE.flatMap(({ state }): Result<unknown> => {
      const held = state.kind === null ? undefined : state.identities.find((one) => one.identity === identity)
      if (held === undefined || isBefore(askedAt, held.at)) return TE.right(undefined)
      const command = { type: 'UnlinkSocialIdentity', identity, reason: 'provider-asked', at: meta.occurredAt } as const
      return pipe(
        handle(auth)(account, accountId, command, meta),
        TE.flatMap(() => releaseName(auth, { category: 'social', nameId: identity, accountId, meta })),
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
export const deletionStatus: AuthUseCase<{ readonly code: string }, DeletionStatus> =
  (auth) =>
  ({ code }) =>
    pipe(
      load(auth)(dataDeletionRequest, code),
      TE.flatMap(({ state }): Result<DeletionStatus> => {
        if (state === null) return TE.left(refuse({ type: 'DeletionUnknown' }))
        const { provider, accountId, at: requestedAt } = state
        if (accountId === null) return TE.right({ provider, requestedAt, state: 'nothing-held' })
        return pipe(
          load(auth)(erasure, accountId),
          TE.map(({ state: { complete } }) => ({ provider, requestedAt, state: complete ? 'erased' : 'unlinked' })),
        )
      }),
    )
