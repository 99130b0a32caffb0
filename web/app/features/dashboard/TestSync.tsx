import { FlaskConical } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { complain } from '../../components/toast.ts'
import { useUser } from '../../shared/session.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { client: words } = texts.dashboard

/** P-18, Q-34: there only where developer tools are switched on. */
export function TestSync() {
  const { email, developer } = useUser()
  const adding = useWrite('addTestRating', {
    refreshes: ['ratings'],
    onRefused: ({ status }) => complain(status === 404 ? words.testUnknown : words.testFailed),
  })
  if (developer !== true) return null
  return (
    <Button look="secondary" small pending={adding.isPending} onClick={() => adding.mutate({ params: { email } })}>
      <FlaskConical aria-hidden="true" className="size-4" />
      {words.test}
    </Button>
  )
}
