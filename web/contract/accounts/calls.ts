import { authenticationCalls, clientRegistrationCalls, sessionCalls, recoveryCalls } from './authentication.ts'
import { passkeyCalls } from './passkeys.ts'
import { socialSignInCalls } from './social-sign-in.ts'
import { profileCalls, photoCalls } from './profile.ts'
import { businessCalls, favouriteCalls } from './businesses.ts'

export const accounts = {
  ...authenticationCalls,
  ...clientRegistrationCalls,
  ...sessionCalls,
  ...recoveryCalls,
  ...passkeyCalls,
  ...socialSignInCalls,
  ...profileCalls,
  ...photoCalls,
  ...businessCalls,
  ...favouriteCalls,
}
