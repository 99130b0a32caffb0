import type { SocialProvider } from '../../domain/access/account/social-events.ts'

interface At {
  readonly provider: SocialProvider
}

/** Why nobody comes in by somebody else's word. */
export type SocialRefusal =
  /** No keys are set up. */
  | ({ readonly type: 'SocialUnavailable' } & At)
  /** The provider cannot be reached; nothing has changed. */
  | ({ readonly type: 'SocialUnreachable' } & At)
  | ({ readonly type: 'SocialCancelled' } & At)
  /** What came back does not hold: tampered with, used before, or meant for somebody else. */
  | ({ readonly type: 'SocialRefused' } & At)
  | ({ readonly type: 'SocialEmailMissing' } & At)
  /** There is an account with this address, and not both sides have proven it. */
  | ({ readonly type: 'SocialEmailTaken' } & At)
  /** The same identity is just now being registered. */
  | { readonly type: 'SocialIdentityBusy' }
  | { readonly type: 'SignedRequestInvalid' }
  | { readonly type: 'DeletionUnknown' }
