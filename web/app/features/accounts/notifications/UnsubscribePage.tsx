import { useParams } from 'react-router-dom'
import { Button } from '../../../components/buttons.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { errorMessage } from '../../../shared/api-error.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { showErrorToast } from '../../../toasts.ts'
import { unsubscribeTexts } from './texts.ts'

/** Target of the link in e-mails; asks for a click, because mail programs open links in advance. */
export function UnsubscribePage() {
  const { token = '' } = useParams()
  const ending = useApiMutation('unsubscribe', {
    onError: (error) => showErrorToast(errorMessage(error, unsubscribeTexts.failed)),
  })
  return (
    <PageLayout title={unsubscribeTexts.title} narrow>
      {ending.isSuccess ? (
        <output className="grid gap-4">
          <p>{unsubscribeTexts.done}</p>
          <p>
            <TextLink to="/notifications/preferences">{unsubscribeTexts.preferences}</TextLink>
          </p>
        </output>
      ) : (
        <div className="grid gap-6">
          <p>{unsubscribeTexts.text}</p>
          <div>
            <Button pending={ending.isPending} onClick={() => ending.mutate({ query: {}, body: { token } })}>
              {unsubscribeTexts.submit}
            </Button>
          </div>
        </div>
      )}
    </PageLayout>
  )
}
