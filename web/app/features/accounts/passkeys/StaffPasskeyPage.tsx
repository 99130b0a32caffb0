import { Navigate } from 'react-router-dom'
import { PageLayout } from '../../../components/page-layout.tsx'
import { apiError } from '../../../shared/api-error.ts'
import { startPageOf, useEnterSession, useUser } from '../../../shared/session.ts'
import { PasskeyPanel } from './PasskeyPanel.tsx'
import { signInWithPasskey } from './ceremony.ts'
import { passkeyTexts } from './texts.ts'

/** Requires a trusted passkey before moderation pages open (ASVS 6.3.3). */
export function StaffPasskeyPage() {
  const user = useUser()
  const enter = useEnterSession()
  if (user.secondFactorDue !== true) return <Navigate to={startPageOf(user, '/admin/reviews')} replace />
  const confirmIdentity = async () => {
    const verifiedUser = await signInWithPasskey(user.role === 'CLIENTE' ? 'client' : 'business')
    if (verifiedUser.secondFactorDue === true) throw apiError(passkeyTexts.staff.doesNotCount)
    return verifiedUser
  }
  return (
    <PageLayout title={passkeyTexts.staff.title} intro={passkeyTexts.staff.intro} narrow>
      <PasskeyPanel
        mode="authenticate"
        ceremony={confirmIdentity}
        onDone={(verifiedUser) => void enter('/admin/reviews', verifiedUser)}
      />
      <p className="text-sm text-muted">{passkeyTexts.staff.none}</p>
    </PageLayout>
  )
}
