import { passwordTooPlain, passwordTooShort, privacyConsentMissing } from '../../../contract/access.ts'
import type { Form } from '../../shared/form.ts'
import { texts } from '../../texts.ts'

const { register: words, registerClientScreen } = texts.access

/** The quoted English messages of the API, as the screens say them. */
const italian: Readonly<Record<string, string>> = {
  [passwordTooShort]: words.passwordShort,
  [passwordTooPlain]: words.passwordPlain,
  [privacyConsentMissing]: registerClientScreen.privacyMissing,
  'Invalid email address': words.emailInvalid,
}

export const sayInItalian = (message: string) => italian[message] ?? message

export const inItalian = <Values, Body>(form: Form<Values, Body>): Form<Values, Body> => ({
  ...form,
  errorOf: (field) => {
    const message = form.errorOf(field)
    return message === undefined ? undefined : sayInItalian(message)
  },
})
