import { Button } from '../../../components/Button.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { complain, showToast } from '../../../components/toast.ts'
import { useEnter, useUser } from '../../../shared/session.ts'
import { texts } from '../../../texts.ts'
import { BiometricPanel } from './BiometricPanel.tsx'
import { makePasskey } from './ceremony.ts'

const { enrol: words, titles } = texts.biometrics

/** Offered to a client after the code or the login; whatever comes of it, the own area is next (R-11, S-04). */
export function EnrolStep() {
  const user = useUser()
  const enter = useEnter()
  const goOn = () => void enter('/client-dashboard', user)
  return (
    <Screen title={titles.register} intro={words.intro} narrow>
      <BiometricPanel
        mode="register"
        ceremony={() => makePasskey(user)}
        onDone={() => {
          showToast({ title: words.doneTitle, text: words.doneText })
          goOn()
        }}
        onFailed={(text) => {
          complain(text)
          goOn()
        }}
      />
      <div>
        <Button look="quiet" onClick={goOn}>
          {words.later}
        </Button>
      </div>
    </Screen>
  )
}
