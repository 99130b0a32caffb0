import { browserSupportsWebAuthnAutofill, platformAuthenticatorIsAvailable } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../../components/Card.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { texts } from '../../../texts.ts'
import { isSupported, useSurroundings } from './device.ts'

const { workshop: words } = texts.biometrics

/** For developers: what this browser can do. */
export function BiometricTestScreen() {
  const where = useSurroundings()
  const able = useQuery({ queryKey: ['passkeys', 'browser'], queryFn: whatItCanDo })
  return (
    <Screen title={words.testTitle} intro={words.testIntro} narrow>
      <Card>
        <Loaded query={able} rows={1}>
          {({ webauthn, platform, autofill }) => (
            <dl className="grid gap-3">
              <Ability name={words.webauthn} has={webauthn} />
              <Ability name={words.platform} has={platform} />
              <Ability name={words.autofill} has={autofill} />
              <Ability name={words.app} has={where?.insideApp === true} />
            </dl>
          )}
        </Loaded>
      </Card>
    </Screen>
  )
}

const whatItCanDo = async () => ({
  webauthn: isSupported(),
  platform: isSupported() && (await platformAuthenticatorIsAvailable()),
  autofill: isSupported() && (await browserSupportsWebAuthnAutofill()),
})

function Ability({ name, has }: { readonly name: string; readonly has: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{name}</dt>
      <dd className="font-semibold">{has ? words.yes : words.no}</dd>
    </div>
  )
}
