import type { accountAggregates } from '../../domain/accounts/aggregates.ts'
import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { LiveTopics } from '../live-topics.ts'

export const accountTopics: LiveTopics<EventsOf<typeof accountAggregates>> = {
  BusinessRegistered: null,
  ClientRegistered: null,
  EmailConfirmed: ['account', 'accountId'],
  PasswordChanged: ['account', 'accountId'],
  SessionsEnded: null,
  SocialIdentityLinked: ['account', 'accountId'],
  SocialIdentityUnlinked: ['account', 'accountId'],
  RoleGranted: ['account', 'accountId'],
  RoleRevoked: ['account', 'accountId'],
  BusinessProfileChanged: ['account', 'accountId'],
  ClientProfileChanged: ['account', 'accountId'],
  EmailChangeRequested: ['account', 'accountId'],
  EmailChanged: ['account', 'accountId'],
  PreferencesSet: ['account', 'accountId'],
  PrivacyAccepted: ['account', 'accountId'],
  PhotoConsentSet: ['account', 'accountId'],
  ClientPhotosChanged: ['account', 'accountId'],
  AccountDeleted: ['account', 'accountId'],
  DataDeletionRequested: null,
  RecoveryRequested: null,
  NameClaimed: null,
  NameKept: null,
  NameReleased: null,
  FavouriteSaved: ['favourites', 'accountId'],
  FavouriteDropped: ['favourites', 'accountId'],
}
