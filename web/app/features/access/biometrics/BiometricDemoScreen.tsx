import { Notice } from '../../../components/Notice.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { useEnter, useSession } from '../../../shared/session.ts'
import { texts } from '../../../texts.ts'
import { BiometricPanel } from './BiometricPanel.tsx'
import { enterByPasskey, makePasskey } from './ceremony.ts'

const { workshop: words } = texts.biometrics

/** For developers: both ceremonies, for real, with one's own account. */
export function BiometricDemoScreen() {
  const { data: user } = useSession()
  const enter = useEnter()
  return (
    <Screen title={words.demoTitle} intro={words.demoIntro} narrow>
      {user ? (
        <BiometricPanel mode="register" ceremony={() => makePasskey(user)} />
      ) : (
        <Notice>
          <p>{words.demoVisitor}</p>
        </Notice>
      )}
      <BiometricPanel
        mode="authenticate"
        ceremony={() => enterByPasskey(user?.role === 'ESERCENTE' ? 'business' : 'client')}
        onDone={(whom) => void enter('/biometric-demo', whom)}
      />
    </Screen>
  )
}
