import { FlaskConical } from 'lucide-react'
import { Button } from '../components/buttons.tsx'
import { showErrorToast } from '../toasts.ts'
import { useApiMutation } from '../shared/mutations.ts'
import { useUser } from '../shared/session.ts'
import { dashboardTexts } from './dashboard.texts.ts'

/** @rule P-18 shown only with developer tools */
export function TestRatingButton() {
  const { email, developer } = useUser()
  const adding = useApiMutation('addTestRating', {
    invalidates: ['ratings'],
    onError: ({ status }) =>
      showErrorToast(status === 404 ? dashboardTexts.client.testUnknown : dashboardTexts.client.testFailed),
  })
  if (developer !== true) return null
  return (
    <Button variant="secondary" small pending={adding.isPending} onClick={() => adding.mutate({ params: { email } })}>
      <FlaskConical aria-hidden="true" className="size-4" />
      {dashboardTexts.client.test}
    </Button>
  )
}
