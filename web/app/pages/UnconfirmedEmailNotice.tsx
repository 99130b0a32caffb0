import { Button, LinkButton } from '../components/buttons.tsx'
import { Notice } from '../components/feedback.tsx'
import { showErrorToast, showToast } from '../toasts.ts'
import { useApiMutation } from '../shared/mutations.ts'
import { useUser } from '../shared/session.ts'
import { dashboardTexts } from './dashboard.texts.ts'

/** @rule Q-24 explains that nothing is earned until the e-mail address is confirmed */
export function UnconfirmedEmailNotice() {
  const { emailVerified, role } = useUser()
  if (emailVerified) return null
  return (
    <Notice>
      <p>{role === 'CLIENTE' ? dashboardTexts.client.unconfirmed : dashboardTexts.unconfirmed}</p>
      <p>
        {role === 'CLIENTE' ? (
          <LinkButton to="/client-auth">{dashboardTexts.client.verify}</LinkButton>
        ) : (
          <ResendLinkButton />
        )}
      </p>
    </Notice>
  )
}

function ResendLinkButton() {
  const sending = useApiMutation('resendVerification', {
    onSuccess: () => showToast({ title: dashboardTexts.linkSent }),
    onError: (error) => showErrorToast(error.message),
  })
  return (
    <Button variant="secondary" small pending={sending.isPending} onClick={() => sending.mutate({ body: {} })}>
      {dashboardTexts.sendLink}
    </Button>
  )
}
