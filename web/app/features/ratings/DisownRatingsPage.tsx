import { useParams } from 'react-router-dom'
import { Button } from '../../components/buttons.tsx'
import { FormAlert } from '../../components/form.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { disownTexts } from './texts.ts'

/**
 * Target of the link in the letter about a first contact; asks for a click, because mail programs open links in advance.
 * @rule Q-122 non sono stato qui
 */
export function DisownRatingsPage() {
  const { token = '' } = useParams()
  const disowning = useApiMutation('disownRatings', { invalidates: ['ratings'] })
  return (
    <PageLayout title={disownTexts.title} narrow>
      {disowning.isSuccess ? (
        <output className="grid gap-4">
          <p>{disownTexts.done}</p>
          <p>
            <TextLink to="/">{disownTexts.home}</TextLink>
          </p>
        </output>
      ) : (
        <div className="grid gap-6">
          <p>{disownTexts.text}</p>
          <p>{disownTexts.irrevocable}</p>
          <FormAlert text={disowning.isError ? errorMessage(disowning.error, disownTexts.failed) : undefined} />
          <div>
            <Button pending={disowning.isPending} onClick={() => disowning.mutate({ body: { token } })}>
              {disownTexts.submit}
            </Button>
          </div>
        </div>
      )}
    </PageLayout>
  )
}
