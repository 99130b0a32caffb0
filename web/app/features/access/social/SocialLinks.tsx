import { buttonStyle } from '../../../components/button-style.ts'
import { texts } from '../../../texts.ts'
import { Or } from './Or.tsx'
import { PrivacyNote } from './PrivacyNote.tsx'
import { ProviderMark } from './ProviderMark.tsx'

const { social: words } = texts

/** Away from our pages and back; where nothing is set up the login says so. */
export function SocialLinks({ registering }: { readonly registering: boolean }) {
  return (
    <>
      <div className="grid gap-3">
        <a href="/api/auth/google" className={buttonStyle('secondary')}>
          <ProviderMark of="google" />
          {registering ? words.registerGoogle : words.google}
        </a>
        <a href="/api/auth/facebook" className={buttonStyle('secondary')}>
          <ProviderMark of="facebook" />
          {registering ? words.registerFacebook : words.facebook}
        </a>
        <PrivacyNote />
      </div>
      <Or />
    </>
  )
}
