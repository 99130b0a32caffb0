import { TextLink } from '../../../components/TextLink.tsx'
import { texts } from '../../../texts.ts'

const { social: words } = texts

export function PrivacyNote() {
  return (
    <p className="text-sm text-muted">
      {words.privacy} <TextLink to="/privacy-policy">{words.privacyPolicy}</TextLink>.
    </p>
  )
}
