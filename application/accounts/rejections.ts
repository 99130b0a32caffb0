import type { Instant } from '../../domain/kernel/primitives.ts'
import type { SocialProvider } from '../../domain/accounts/vocabulary.ts'

type RegistrationRejection =
  /** The person deleted an account under sanction, or a reviewed venue. @rule Q-129 */
  | { readonly type: 'RegistrationBlocked'; readonly until: Instant }
  /** Another account holds the address or is registering it. */
  | { readonly type: 'EmailTaken' }
  /** Another business holds the username or is registering it. */
  | { readonly type: 'UsernameTaken' }
  /** The code is wrong, expired or already used. */
  | { readonly type: 'CodeWrong' }
  /** The new password has fewer characters than required. */
  | { readonly type: 'PasswordTooShort' }
  /** The new password lacks one of the required kinds of characters. */
  | { readonly type: 'PasswordTooPlain' }
  /** The new password is too easy to guess. */
  | { readonly type: 'PasswordCommon' }
  /** The new password contains the name, the username or the address of its owner. */
  | { readonly type: 'PasswordPersonal' }

type SignInRejection =
  /** The name or the password is wrong. */
  | { readonly type: 'BadCredentials' }
  /** Too many failed attempts; the response does not say so. */
  | { readonly type: 'LockedOut'; readonly retryAfterSeconds: number }
  /** A rate limit on codes, recovery or password checks is used up. */
  | { readonly type: 'TooOften'; readonly retryAfterSeconds: number }
  /** The password given to authorise a change does not match. */
  | { readonly type: 'CurrentPasswordWrong' }
  /** A sensitive change was requested without the current password. */
  | { readonly type: 'PasswordNeeded' }
  /** The caller signed in with a temporary password. */
  | { readonly type: 'PasswordChangeDue' }
  /** No account of the requested kind has this number. */
  | { readonly type: 'PhoneUnknown' }
  /** The number is not a mobile number of a country, so it gets no text messages. */
  | { readonly type: 'PhoneWithoutSms' }
  /** The caller's account has no active session with this id. */
  | { readonly type: 'SessionUnknown' }
  /** The quick-access token is unknown, expired or already used. */
  | { readonly type: 'DeviceTokenRejected' }

type PasskeyRejection =
  /** The request names an account other than the session’s. */
  | { readonly type: 'PasskeyForAnother' }
  /** The challenge or the attestation is invalid. */
  | { readonly type: 'PasskeyRefused' }
  /** The passkey is already registered. */
  | { readonly type: 'PasskeyTaken' }
  /** The challenge, the passkey or its signature is invalid. */
  | { readonly type: 'PasskeySignInRejected' }
  /** The caller's account has no passkey with this id. */
  | { readonly type: 'PasskeyUnknown' }

type ProfileRejection =
  /** No client has this id. */
  | { readonly type: 'ClientUnknown' }
  /** No business has this account id. */
  | { readonly type: 'BusinessUnknown' }
  /** The file is not a supported image, or the photo belongs to another account. */
  | { readonly type: 'NotAPicture' }
  /** The file or its number of pixels exceeds the limit. */
  | { readonly type: 'PictureTooLarge' }

interface OfProvider {
  readonly provider: SocialProvider
}

/** Why a sign-in with Google or Facebook, or a provider's deletion request, is rejected. */
export type SocialRejection =
  /** No keys are configured. @rule Q-20 */
  | ({ readonly type: 'SocialUnavailable' } & OfProvider)
  /** The provider cannot be reached. */
  | ({ readonly type: 'SocialUnreachable' } & OfProvider)
  /** The user declined at the provider. */
  | ({ readonly type: 'SocialCancelled' } & OfProvider)
  /** The callback is invalid: manipulated, already used, or from another browser. */
  | ({ readonly type: 'SocialRefused' } & OfProvider)
  /** The provider shared no e-mail address for an identity without an account. */
  | ({ readonly type: 'SocialEmailMissing' } & OfProvider)
  /** An account has this address, and the address is not confirmed on both sides. */
  | ({ readonly type: 'SocialEmailTaken' } & OfProvider)
  /** Another request is registering the same identity. */
  | { readonly type: 'SocialIdentityBusy' }
  /** The signature of the provider's deletion request does not verify. */
  | { readonly type: 'SignedRequestInvalid' }
  /** No deletion request has this confirmation code. */
  | { readonly type: 'DeletionUnknown' }

type NotificationRejection =
  /** The link does not end any e-mails of Garbo. */
  | { readonly type: 'UnsubscribeLinkInvalid' }
  /** The address is not that of a push service that Garbo sends to. */
  | { readonly type: 'PushServiceUnknown' }

type ConnectionRejection =
  /** The account and the one it wants to rate or review share a telephone number, mailbox, payout address or device. */
  { readonly type: 'ConnectedAccounts' }

export type AccountsRejection =
  | RegistrationRejection
  | SignInRejection
  | PasskeyRejection
  | ProfileRejection
  | SocialRejection
  | NotificationRejection
  | ConnectionRejection
