import { useParams } from 'react-router-dom'
import { Button } from '../../components/buttons.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showErrorToast } from '../../toasts.ts'
import { undoAddressTexts } from './wallet.texts.ts'

/**
 * Target of the link in the letter about a changed payout address; asks for a click, because mail programs open links in
 * advance.
 * @rule Q-127 undo with one click
 */
export function UndoAddressPage() {
  const { token = '' } = useParams()
  const undoing = useApiMutation('undoWalletAddress', {
    invalidates: ['ava'],
    onError: (error) => showErrorToast(errorMessage(error, undoAddressTexts.failed)),
  })
  return (
    <PageLayout title={undoAddressTexts.title} narrow>
      {undoing.isSuccess ? (
        <output className="grid gap-4">
          <p>{undoing.data.restored ? undoAddressTexts.restored : undoAddressTexts.removed}</p>
          <p>{undoAddressTexts.password}</p>
          <p>
            <TextLink to="/login">{undoAddressTexts.recover}</TextLink>
          </p>
        </output>
      ) : (
        <div className="grid gap-6">
          <p>{undoAddressTexts.text}</p>
          <div>
            <Button pending={undoing.isPending} onClick={() => undoing.mutate({ body: { token } })}>
              {undoAddressTexts.submit}
            </Button>
          </div>
        </div>
      )}
    </PageLayout>
  )
}
