import type { SocialProvider } from '../../domain/accounts/vocabulary.ts'

type RegistrationRejection =
  | { readonly type: 'EmailTaken' }
  | { readonly type: 'UsernameTaken' }
  | { readonly type: 'CodeWrong' }
  | { readonly type: 'PasswordTooShort' }
  | { readonly type: 'PasswordTooPlain' }
  | { readonly type: 'PasswordCommon' }
  | { readonly type: 'PasswordPersonal' }

type SignInRejection =
  | { readonly type: 'BadCredentials' }
  | { readonly type: 'LockedOut'; readonly retryAfterSeconds: number }
  | { readonly type: 'TooOften'; readonly retryAfterSeconds: number }
  | { readonly type: 'CurrentPasswordWrong' }
  | { readonly type: 'PasswordNeeded' }
  | { readonly type: 'PasswordChangeDue' }
  | { readonly type: 'PhoneUnknown' }
  | { readonly type: 'SessionUnknown' }
  | { readonly type: 'DeviceTokenRefused' }

type PasskeyRejection =
  | { readonly type: 'PasskeyForAnother' }
  | { readonly type: 'PasskeyRefused' }
  | { readonly type: 'PasskeyTaken' }
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
