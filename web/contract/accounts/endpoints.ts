import { authenticationEndpoints, sessionEndpoints, recoveryEndpoints } from './authentication.ts'
import { clientRegistrationEndpoints } from './client-registration.ts'
import { notificationEndpoints } from './notifications.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { socialSignInEndpoints } from './social-sign-in.ts'
import { profileEndpoints, photoEndpoints } from './profile.ts'
import { businessEndpoints, favouriteEndpoints } from './businesses.ts'

export const accounts = {
  ...authenticationEndpoints,
  ...clientRegistrationEndpoints,
  ...sessionEndpoints,
  ...recoveryEndpoints,
  ...passkeyEndpoints,
  ...socialSignInEndpoints,
  ...profileEndpoints,
  ...photoEndpoints,
  ...businessEndpoints,
  ...favouriteEndpoints,
  ...notificationEndpoints,
}
