import { passwordTooWeak, passwordTooShort, privacyConsentMissing } from '../../../contract/accounts/authentication.ts'
import { signInTexts } from './sign-in/texts.ts'

/** Italian translations of the specified English messages of the API. @rule Q-98 */
const italianMessages: Readonly<Record<string, string>> = {
  [passwordTooShort]: signInTexts.register.passwordShort,
  [passwordTooWeak]: signInTexts.register.passwordPlain,
  [privacyConsentMissing]: signInTexts.clientRegistration.privacyMissing,
  'Invalid email address': signInTexts.register.emailInvalid,
}

export const translateMessage = (message: string) => italianMessages[message] ?? message
