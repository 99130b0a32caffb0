import type { SocialProvider } from '../../domain/accounts/vocabulary.ts'

type RegistrationRefusal =
  | { readonly type: 'EmailTaken' }
  | { readonly type: 'UsernameTaken' }
  | { readonly type: 'CodeWrong' }
  | { readonly type: 'PasswordTooShort' }
  | { readonly type: 'PasswordTooPlain' }
  | { readonly type: 'PasswordCommon' }
  | { readonly type: 'PasswordPersonal' }

type SignInRefusal =
  | { readonly type: 'BadCredentials' }
  | { readonly type: 'LockedOut'; readonly retryAfterSeconds: number }
  | { readonly type: 'TooOften'; readonly retryAfterSeconds: number }
  | { readonly type: 'CurrentPasswordWrong' }
  | { readonly type: 'PasswordNeeded' }
  | { readonly type: 'PasswordChangeDue' }
  | { readonly type: 'PhoneUnknown' }
  | { readonly type: 'SessionUnknown' }
  | { readonly type: 'DeviceTokenRefused' }

type PasskeyRefusal =
  | { readonly type: 'PasskeyForAnother' }
  | { readonly type: 'PasskeyRefused' }
  | { readonly type: 'PasskeyTaken' }
  | { readonly type: 'PasskeySignInRefused' }
  | { readonly type: 'PasskeyUnknown' }

type ProfileRefusal =
  | { readonly type: 'ClientUnknown' }
  | { readonly type: 'BusinessUnknown' }
  | { readonly type: 'NotAPicture' }
  | { readonly type: 'PictureTooLarge' }

interface OfProvider {
  readonly provider: SocialProvider
}

/** Why nobody comes in by somebody else's word. */
export type SocialRefusal =
  /** No keys are set up. */
  | ({ readonly type: 'SocialUnavailable' } & OfProvider)
  /** The provider cannot be reached; nothing has changed. */
  | ({ readonly type: 'SocialUnreachable' } & OfProvider)
  | ({ readonly type: 'SocialCancelled' } & OfProvider)
  /** What came back does not hold: tampered with, used before, or meant for somebody else. */
  | ({ readonly type: 'SocialRefused' } & OfProvider)
  | ({ readonly type: 'SocialEmailMissing' } & OfProvider)
  /** There is an account with this address, and not both sides have proven it. */
  | ({ readonly type: 'SocialEmailTaken' } & OfProvider)
  /** The same identity is just now being registered. */
  | { readonly type: 'SocialIdentityBusy' }
  | { readonly type: 'SignedRequestInvalid' }
  | { readonly type: 'DeletionUnknown' }

export type AccountsRefusal = RegistrationRefusal | SignInRefusal | PasskeyRefusal | ProfileRefusal | SocialRefusal
