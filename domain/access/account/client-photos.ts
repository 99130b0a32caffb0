import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import type { AccountEvent } from './events.ts'
import type { RegisteredAccount } from './state.ts'

type Changed = Extract<AccountEvent, { readonly type: 'ClientPhotosChanged' }>['data']
export type ClientPhotos = Pick<Changed, 'profilePhoto' | 'socialPhotoUrl' | 'socialPhotoSource'>

export interface ChangeClientPhotos {
  readonly type: 'ChangeClientPhotos'
  /** What is not named stays as it is. */
  readonly changes: Partial<ClientPhotos>
  readonly by: string
  readonly byKind: Changed['byKind']
  readonly at: Instant
}

export type ClientPhotosRejection =
  | { readonly type: 'ProfileOfOtherKind' }
  | { readonly type: 'PhotoConsentMissing' }
  /** A business changes the photos of no client who has not agreed to it. */
  | { readonly type: 'PhotoConsentNotGiven' }

/** by the client, or by a business with the client's consent; a social photo wants it from both (V-25). */
export const changeClientPhotos = (
  { changes, by, byKind, at }: ChangeClientPhotos,
  { accountId, profile, socialPhoto, photoConsent }: RegisteredAccount,
): E.Either<ClientPhotosRejection, readonly AccountEvent[]> => {
  if (profile.kind !== 'client') return E.left({ type: 'ProfileOfOtherKind' })
  if (byKind === 'business' && !photoConsent) return E.left({ type: 'PhotoConsentNotGiven' })
  const before: ClientPhotos = { profilePhoto: profile.details.profilePhoto, ...socialPhoto }
  const after: ClientPhotos = { ...before, ...changes }
  if (after.socialPhotoUrl !== null && !photoConsent) return E.left({ type: 'PhotoConsentMissing' })
  return same(before, after)
    ? E.right([])
    : E.right([{ type: 'ClientPhotosChanged', data: { accountId, ...after, by, byKind, at } }])
}

const same = (one: ClientPhotos, other: ClientPhotos) =>
  one.profilePhoto === other.profilePhoto &&
  one.socialPhotoUrl === other.socialPhotoUrl &&
  one.socialPhotoSource === other.socialPhotoSource
