import { Button } from '../../components/Button.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { useUser } from '../../shared/session.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { dashboard: words } = texts

/** Until the e-mail is confirmed nothing is earned: it says so, and how to get out of it. */
export function Unconfirmed() {
  const { emailVerified, role } = useUser()
  if (emailVerified) return null
  return (
    <Notice>
      <p>{role === 'CLIENTE' ? words.client.unverified : words.unconfirmed}</p>
      <p>{role === 'CLIENTE' ? <LinkButton to="/client-auth">{words.client.verify}</LinkButton> : <SendAgain />}</p>
    </Notice>
  )
}

function SendAgain() {
  const sending = useWrite('resendVerification', {
    onDone: () => showToast({ title: words.linkSent }),
    onRefused: (error) => complain(error.message),
  })
  return (
    <Button look="secondary" small pending={sending.isPending} onClick={() => sending.mutate({ body: {} })}>
      {words.sendLink}
    </Button>
  )
}
