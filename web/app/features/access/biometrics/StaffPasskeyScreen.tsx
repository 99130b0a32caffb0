import { Navigate } from 'react-router-dom'
import { Screen } from '../../../components/Screen.tsx'
import { refused } from '../../../shared/refused.ts'
import { useEnter, useUser } from '../../../shared/session.ts'
import { texts } from '../../../texts.ts'
import { BiometricPanel } from './BiometricPanel.tsx'
import { enterByPasskey } from './ceremony.ts'

const { staff: words } = texts.biometrics

/** Before the moderators' desk, where a password alone does not open it (ASVS 6.3.3). */
export function StaffPasskeyScreen() {
  const user = useUser()
  const enter = useEnter()
  if (user.secondFactorDue !== true) return <Navigate to="/admin/reviews" replace />
  const recognise = async () => {
    const recognised = await enterByPasskey(user.role === 'CLIENTE' ? 'client' : 'business')
    if (recognised.secondFactorDue === true) throw refused(words.doesNotCount)
    return recognised
  }
  return (
    <Screen title={words.title} intro={words.intro} narrow>
      <BiometricPanel
        mode="authenticate"
        ceremony={recognise}
        onDone={(recognised) => void enter('/admin/reviews', recognised)}
      />
      <p className="text-sm text-muted">{words.none}</p>
    </Screen>
  )
}
