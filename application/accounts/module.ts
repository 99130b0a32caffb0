import type { accountAggregates } from '../../domain/accounts/aggregates.ts'
import { FavouriteRemoved } from '../../domain/accounts/favourites.ts'
import { NameConfirmed, NameReserved } from '../../domain/accounts/name-reservation.ts'
import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import { business, client, signedIn } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import {
  clientPhotosPolicy,
  endedSessionsPolicy,
  phoneChangePolicy,
  recoveryPolicy,
  welcomePolicy,
} from './account-emails.policy.ts'
import { emailChangePolicy } from './email-change.policy.ts'
import { accountEmails } from './emails.it.ts'
import { identifiersPolicy } from './connections.ts'
import { deleteExpiredData } from './expired-data.ts'
import { removeFavourite, saveFavourite } from './favourites.ts'
import { findClientPhotoOwner, setClientPhotos } from './photos.ts'
import { deliverNotifications, pushQueue, setNotificationSettings } from './notifications.ts'
import { accountNotificationTexts } from './notifications.it.ts'
import { completeProfile, editBusinessProfile, editClientProfile, setPhotoConsent, setPreferences } from './profile.ts'
import { recoveryQueue } from './recovery.ts'

export const accounts = defineModule({
  useCases: {
    editBusinessProfile: { access: business, run: editBusinessProfile },
    editClientProfile: { access: client, run: editClientProfile },
    completeProfile: { access: business, run: completeProfile },
    setPreferences: { access: signedIn, run: setPreferences },
    setNotificationSettings: { access: signedIn, run: setNotificationSettings },
    setPhotoConsent: { access: client, run: setPhotoConsent },
    findClientPhotoOwner: { access: signedIn, run: findClientPhotoOwner },
    setClientPhotos: { access: signedIn, run: setClientPhotos },
    saveFavourite: { access: client, run: saveFavourite },
    removeFavourite: { access: client, run: removeFavourite },
  },
  policies: [
    welcomePolicy,
    recoveryPolicy,
    endedSessionsPolicy,
    emailChangePolicy,
    clientPhotosPolicy,
    phoneChangePolicy,
    identifiersPolicy,
  ],
  emails: accountEmails,
  notificationTexts: accountNotificationTexts,
  liveTopics: {
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
    NotificationSettingsChanged: ['account', 'accountId'],
    SignedInOnNewDevice: null,
    PrivacyAccepted: ['account', 'accountId'],
    PhotoConsentSet: ['account', 'accountId'],
    ClientPhotosChanged: ['account', 'accountId'],
    AccountDeleted: ['account', 'accountId'],
    DataDeletionRequested: null,
    RecoveryRequested: null,
    [NameReserved.type]: null,
    [NameConfirmed.type]: null,
    NameReleased: null,
    AdministratorLeaving: null,
    IdentifierAdded: null,
    IdentifierRemoved: null,
    IdentifierProven: null,
    FavouriteSaved: ['favourites', 'accountId'],
    [FavouriteRemoved.type]: ['favourites', 'accountId'],
  } satisfies LiveTopics<EventsOf<typeof accountAggregates>>,
  schedule: {
    sweep: { cron: '40 * * * *', run: deleteExpiredData },
    notifications: { cron: '*/10 * * * * *', atStart: true, run: deliverNotifications },
  },
  queues: { recovery: recoveryQueue, push: pushQueue },
})
