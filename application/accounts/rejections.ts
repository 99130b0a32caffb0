import type { SocialProvider } from '../../domain/accounts/vocabulary.ts'

type RegistrationRejection =
  | { readonly type: 'EmailTaken' }
  | { readonly type: 'UsernameTaken' }
  /** The code is wrong, expired or already used. */
  | { readonly type: 'CodeWrong' }
  | { readonly type: 'PasswordTooShort' }
  | { readonly type: 'PasswordTooPlain' }
  | { readonly type: 'PasswordCommon' }
  | { readonly type: 'PasswordPersonal' }

type SignInRejection =
  /** The name or the password is wrong. */
  | { readonly type: 'BadCredentials' }
  /** Too many failed attempts; the response does not say so. */
  | { readonly type: 'LockedOut'; readonly retryAfterSeconds: number }
  /** A rate limit on codes, recovery or password checks is used up. */
  | { readonly type: 'TooOften'; readonly retryAfterSeconds: number }
  | { readonly type: 'CurrentPasswordWrong' }
  /** A sensitive change was requested without the current password. */
  | { readonly type: 'PasswordNeeded' }
  /** The caller signed in with a temporary password. */
  | { readonly type: 'PasswordChangeDue' }
  | { readonly type: 'PhoneUnknown' }
  | { readonly type: 'SessionUnknown' }
  /** The quick-access token is unknown, expired or already used. */
  | { readonly type: 'DeviceTokenRefused' }

type PasskeyRejection =
  /** The request names an account other than the session’s. */
  | { readonly type: 'PasskeyForAnother' }
  /** The challenge or the attestation is invalid. */
  | { readonly type: 'PasskeyRefused' }
  /** The passkey is already registered. */
  | { readonly type: 'PasskeyTaken' }
  /** The challenge, the passkey or its signature is invalid. */
  | { readonly type: 'PasskeySignInRefused' }
  | { readonly type: 'PasskeyUnknown' }

type ProfileRejection =
  | { readonly type: 'ClientUnknown' }
  | { readonly type: 'BusinessUnknown' }
  | { readonly type: 'NotAPicture' }
  | { readonly type: 'PictureTooLarge' }

interface OfProvider {
  readonly provider: SocialProvider
}

/** Why a sign-in with Google or Facebook, or a provider's deletion request, is refused. */
export type SocialRejection =
  /** No keys are configured. @rule Q-20 */
  | ({ readonly type: 'SocialUnavailable' } & OfProvider)
  /** The provider cannot be reached. */
  | ({ readonly type: 'SocialUnreachable' } & OfProvider)
  | ({ readonly type: 'SocialCancelled' } & OfProvider)
  /** The callback is invalid: manipulated, already used, or from another browser. */
  | ({ readonly type: 'SocialRefused' } & OfProvider)
  | ({ readonly type: 'SocialEmailMissing' } & OfProvider)
  /** An account has this address, and the address is not confirmed on both sides. */
  | ({ readonly type: 'SocialEmailTaken' } & OfProvider)
  /** Another request is registering the same identity. */
  | { readonly type: 'SocialIdentityBusy' }
  | { readonly type: 'SignedRequestInvalid' }
  | { readonly type: 'DeletionUnknown' }

export type AccountsRejection =
  RegistrationRejection | SignInRejection | PasskeyRejection | ProfileRejection | SocialRejection
