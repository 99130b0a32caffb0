import type { SocialProvider } from '../../domain/accounts/vocabulary.ts'
import { account } from '../../domain/accounts/account.ts'
import { dataDeletionRequest } from '../../domain/accounts/data-deletion-request.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { isBefore } from '../../domain/kernel/time.ts'
import { erasure } from '../../domain/privacy/erasure.ts'
import { decideAndAppend, load } from '../command-handler.ts'
import { keepHashes } from '../privacy/kept-hashes.ts'
import { startDeletion } from '../privacy/delete-account.ts'
import { isRejection, rejectedWith, type Result } from '../use-case.ts'
import { accountByName, type AuthServices, type AuthUseCase, visitorMetadata } from './auth-services.ts'
import { releaseName } from './name-reservation.ts'
import type { SignedRequest } from './ports.ts'

/**
 * Handles Meta's data-deletion callback: unlinks the identity and deletes the account, or records the request until no
 * obstacle remains.
 */
export const requestDataDeletion: AuthUseCase<{ readonly signedRequest: string }, DataDeletion> =
  (auth) =>
  ({ signedRequest }, correlationId) => {
    const { facebook } = auth.socialProviders
    if (facebook === null) return TE.left(rejectedWith({ type: 'SocialUnavailable', provider: 'facebook' }))
    const signed = facebook.verifySignedRequest(signedRequest)
    if (signed === null || signed.isSignIn || !isRecent(signed, auth.clock()))
      return TE.left(rejectedWith({ type: 'SignedRequestInvalid' }))
    const identity = auth.nameHasher.social('facebook', signed.subject)
    const requestId = auth.nameHasher.deletion('facebook', signed.subject, signed.issuedAt)
    const meta = visitorMetadata(auth, correlationId)
    return pipe(
      accountByName(auth, 'social', identity),
      TE.flatMap((accountId) => recordRequest(auth, { requestId, accountId, identity }, meta)),
      TE.map((accountId) => ({ code: requestId, accountId })),
    )
  }

export interface DataDeletion {
  /** Confirmation code, with which the status can be queried. */
  readonly code: string
  /** Account that the identity was linked to when it was first requested; null if none. */
  readonly accountId: string | null
}

/** Facebook calls at once. */
const maxAgeMinutes = 60
const maxAheadMinutes = 5

/** Someone may have seen an older request. */
const isRecent = ({ issuedAt }: SignedRequest, now: Instant): boolean => {
  const age = Date.parse(now) / 60_000 - issuedAt / 60
  return -maxAheadMinutes <= age && age <= maxAgeMinutes
}

interface RecordedDeletionRequest {
  readonly requestId: string
  readonly accountId: string | null
  readonly identity: string
}

/** Records the request first. A repeated request resumes the first one and ignores identities linked since. */
const recordRequest = (
  auth: AuthServices,
  { requestId, accountId, identity }: RecordedDeletionRequest,
  meta: EventMetadata,
): Result<string | null> => {
  const request = { requestId, provider: 'facebook', accountId, at: meta.occurredAt } as const
  return pipe(
    decideAndAppend(auth)(dataDeletionRequest, requestId, { type: 'RequestDataDeletion', ...request }, meta),
    TE.flatMap(({ state }) => {
      const { accountId: linkedAccountId, at: requestedAt } = state ?? request
      if (linkedAccountId === null) return TE.right(null)
      const removal = { accountId: linkedAccountId, identity, requestedAt }
      return pipe(
        unlinkAndDelete(auth, removal, meta),
        TE.map(() => linkedAccountId),
      )
    }),
  )
}

const unlinkAndDelete = (auth: AuthServices, removal: IdentityRemoval, meta: EventMetadata): Result<unknown> =>
  pipe(
    // while the identity is linked, since it can be registered again afterwards
    keepHashes(auth, removal.accountId),
    TE.flatMap(() => unlinkIdentity(auth, removal, meta)),
    TE.flatMap(() => deleteForProvider(auth, removal, meta)),
  )

/**
 * Obstacles do not fail the request: the deletion stays pending and is retried. Accounts that have linked the same provider
 * again since the request are kept.
 */
export const deleteForProvider = (
  auth: AuthServices,
  { accountId, requestedAt }: Omit<IdentityRemoval, 'identity'>,
  meta: EventMetadata,
): Result<unknown> =>
  pipe(
    load(auth)(account, accountId),
    TE.flatMap(({ state }): Result<unknown> => {
      const identities = state.kind === null ? [] : state.identities
      const isLinkedAgain = identities.some(({ provider, at }) => provider === 'facebook' && isBefore(requestedAt, at))
      return isLinkedAgain
        ? TE.right(undefined)
        : startDeletion(auth, { accountId, cause: 'facebook', reason: null }, meta)
    }),
    TE.orElse((failure): Result<unknown> =>
      isRejection(failure, 'DeletionBlocked') ? TE.right(undefined) : TE.left(failure),
    ),
  )

interface IdentityRemoval {
  readonly accountId: string
  readonly identity: string
  readonly requestedAt: Instant
}

const unlinkIdentity = (
  auth: AuthServices,
  { accountId, identity, requestedAt }: IdentityRemoval,
  meta: EventMetadata,
): Result<unknown> => {
  const command = { type: 'UnlinkSocialIdentity', identity, reason: 'provider-asked', at: meta.occurredAt } as const
  const unlinkAndRelease = pipe(
    decideAndAppend(auth)(account, accountId, command, meta),
    TE.flatMap(() => releaseName(auth, { category: 'social', nameId: identity, accountId, meta })),
  )
  return pipe(
    load(auth)(account, accountId),
    TE.flatMap(({ state }): Result<unknown> => {
      const identities = state.kind === null ? [] : state.identities
      const linked = identities.find((candidate) => candidate.identity === identity)
      return linked === undefined || isBefore(requestedAt, linked.at) ? TE.right(undefined) : unlinkAndRelease
    }),
  )
}

export interface DeletionStatus {
  readonly provider: SocialProvider
  readonly requestedAt: Instant
  /** `nothing-held`: no account had this identity; `unlinked`: deletion pending or dropped; `erased`: the account is erased. */
  readonly state: 'nothing-held' | 'unlinked' | 'erased'
}

/** Status of a request by its confirmation code, read from the log. */
export const deletionStatus: AuthUseCase<{ readonly code: string }, DeletionStatus> =
  (auth) =>
  ({ code }) =>
    pipe(
      load(auth)(dataDeletionRequest, code),
      TE.flatMap(({ state }) => TE.fromNullable(rejectedWith({ type: 'DeletionUnknown' }))(state)),
      TE.bindTo('request'),
      TE.bindW('state', ({ request }) => deletionStateOf(auth, request.accountId)),
      TE.map(({ request: { provider, at: requestedAt }, state }) => ({ provider, requestedAt, state })),
    )

const deletionStateOf = (auth: AuthServices, accountId: string | null): Result<DeletionStatus['state']> => {
  if (accountId === null) return TE.right('nothing-held')
  return pipe(
    load(auth)(erasure, accountId),
    TE.map(({ state: { complete } }) => (complete ? 'erased' : 'unlinked')),
  )
}
