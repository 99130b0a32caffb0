import { CheckBox } from '../../components/CheckBox.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import type { Form } from '../../shared/form.ts'
import { texts } from '../../texts.ts'

const { registerClientScreen: words } = texts.access

interface Consenting {
  readonly privacyConsent: boolean
}

/** Never ticked beforehand (V-09, Q-87). */
export function PrivacyConsent<Values extends Consenting>({ form }: { readonly form: Form<Values, unknown> }) {
  return (
    <>
      <CheckBox
        label={words.privacy}
        required
        checked={form.values.privacyConsent}
        onChange={({ target }) => form.set('privacyConsent', target.checked)}
        error={form.errorOf('privacyConsent')}
      />
      <p>
        <TextLink to="/privacy-policy">{words.readPrivacy}</TextLink>
      </p>
    </>
  )
}
