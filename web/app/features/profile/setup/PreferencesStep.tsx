import { CheckBox } from '../../../components/CheckBox.tsx'
import { FormAlert } from '../../../components/FormAlert.tsx'
import { TextLink } from '../../../components/TextLink.tsx'
import { texts } from '../../../texts.ts'
import type { Consent, Setup } from './setup-form.ts'

const { setup: words } = texts.profile
const asked: readonly (readonly [Consent, string])[] = [
  ['emailNotifications', words.emailNotifications],
  ['smsNotifications', words.smsNotifications],
  ['marketingConsent', words.marketing],
  ['privacyConsent', words.privacy],
]

/** R-90, V-73 */
export function PreferencesStep({ setup: { consents, consent } }: { readonly setup: Setup }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{words.steps[1]}</legend>
      {asked.map(([name, label]) => (
        <CheckBox
          key={name}
          label={label}
          checked={consents[name]}
          onChange={({ target }) => consent(name, target.checked)}
        />
      ))}
      <p className="text-sm">
        <TextLink to="/privacy-policy">{words.privacyLink}</TextLink>
      </p>
      <FormAlert text={consents.privacyConsent ? undefined : words.privacyNeeded} />
    </fieldset>
  )
}
