import { browserSupportsWebAuthnAutofill, platformAuthenticatorIsAvailable } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { Notice, QueryView } from '../../components/feedback.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { PasskeyPanel } from '../../features/accounts/passkeys/PasskeyPanel.tsx'
import { registerPasskey, signInWithPasskey } from '../../features/accounts/passkeys/ceremony.ts'
import { supportsPasskeys, useAppEnvironment } from '../../features/accounts/passkeys/device.ts'
import { useSession, useEnterSession } from '../../shared/session.ts'
import { passkeyTexts } from '../../features/accounts/passkeys/texts.ts'

/** @rule R-112 developer page with the browser's passkey support */
export function BiometricTestPage() {
  const environment = useAppEnvironment()
  const capabilities = useQuery({ queryKey: ['passkeys', 'browser'], queryFn: readCapabilities })
  return (
    <PageLayout title={passkeyTexts.developerPages.testTitle} intro={passkeyTexts.developerPages.testIntro} narrow>
      <Card>
        <QueryView query={capabilities} skeletonRows={1}>
          {({ webauthn, platform, autofill }) => (
            <dl className="grid gap-3">
              <Capability name={passkeyTexts.developerPages.webauthn} has={webauthn} />
              <Capability name={passkeyTexts.developerPages.platform} has={platform} />
              <Capability name={passkeyTexts.developerPages.autofill} has={autofill} />
              <Capability name={passkeyTexts.developerPages.app} has={environment?.inAndroidApp === true} />
            </dl>
          )}
        </QueryView>
      </Card>
    </PageLayout>
  )
}

const readCapabilities = async () => ({
  webauthn: supportsPasskeys(),
  platform: supportsPasskeys() && (await platformAuthenticatorIsAvailable()),
  autofill: supportsPasskeys() && (await browserSupportsWebAuthnAutofill()),
})

function Capability({ name, has }: { readonly name: string; readonly has: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{name}</dt>
      <dd className="font-semibold">{has ? passkeyTexts.developerPages.yes : passkeyTexts.developerPages.no}</dd>
    </div>
  )
}

/** @rule R-112 Q-34 developer page with real passkey ceremonies for one's own account */
export function BiometricDemoPage() {
  const { data: user } = useSession()
  const enter = useEnterSession()
  return (
    <PageLayout title={passkeyTexts.developerPages.demoTitle} intro={passkeyTexts.developerPages.demoIntro} narrow>
      {user ? (
        <PasskeyPanel mode="register" ceremony={(password) => registerPasskey(user, password)} />
      ) : (
        <Notice>
          <p>{passkeyTexts.developerPages.demoVisitor}</p>
        </Notice>
      )}
      <PasskeyPanel
        mode="authenticate"
        ceremony={() => signInWithPasskey(user?.role === 'ESERCENTE' ? 'business' : 'client')}
        onDone={(account) => void enter('/biometric-demo', account)}
      />
    </PageLayout>
  )
}

/** @rule R-113 experimental and inert */
export function PasskeyLabPage() {
  return (
    <PageLayout title={passkeyTexts.developerPages.labTitle} intro={passkeyTexts.developerPages.labIntro} narrow>
      <Card>
        <div className="flex flex-wrap gap-3">
          {passkeyTexts.developerPages.labActions.map((action) => (
            <Button key={action} variant="secondary" disabled>
              {action}
            </Button>
          ))}
        </div>
      </Card>
    </PageLayout>
  )
}
