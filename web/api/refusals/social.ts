import type { SocialRefusal } from '../../../application/access/social-refusals.ts'
import type { SocialRejection } from '../../../domain/access/account/social.ts'
import { socialRefusals as words } from '../../contract/social.ts'
import type { Lines } from './line.ts'

export const socialRefusals: Lines<(SocialRefusal | SocialRejection)['type']> = {
  SocialUnavailable: { status: 503, says: ({ provider }) => words.SocialUnavailable(provider) },
  SocialUnreachable: { status: 503, says: ({ provider }) => words.SocialUnreachable(provider) },
  SocialCancelled: { status: 400, says: ({ provider }) => words.SocialCancelled(provider) },
  SocialRefused: { status: 401, says: ({ provider }) => words.SocialRefused(provider) },
  SocialEmailMissing: { status: 409, says: ({ provider }) => words.SocialEmailMissing(provider) },
  SocialEmailTaken: { status: 409, says: ({ provider }) => words.SocialEmailTaken(provider) },
  SocialNeedsConfirmedEmail: { status: 409, says: words.SocialNeedsConfirmedEmail('facebook') },
  SocialForClientsOnly: { status: 409, says: words.SocialForClientsOnly('facebook') },
  SocialIdentityBusy: { status: 409, says: words.SocialIdentityBusy('facebook') },
  SignedRequestInvalid: { status: 400, says: 'Richiesta non firmata correttamente.' },
  DeletionUnknown: { status: 404, says: 'Richiesta di eliminazione non trovata.' },
}
