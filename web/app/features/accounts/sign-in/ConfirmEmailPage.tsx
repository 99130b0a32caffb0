import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { LinkButton } from '../../../components/buttons.tsx'
import { ErrorState, Notice, Skeleton } from '../../../components/feedback.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { errorMessage } from '../../../shared/api-error.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { invalidate } from '../../../shared/queries.ts'
import { signInTexts } from './texts.ts'
import { shellTexts } from '../../../texts.ts'

/** Page that the confirmation link sent to businesses opens. @rule Q-24 */
export function ConfirmEmailPage() {
  const token = useLinkToken()
  const client = useQueryClient()
  const { mutate, isSuccess, error } = useApiMutation('confirmEmail', {
    onSuccess: () => void invalidate(client, ['account']),
  })
  useEffect(() => {
    if (token !== null) mutate({ body: { token } })
  }, [token, mutate])
  return (
    <PageLayout title={signInTexts.confirm.title} narrow>
      {token === null && <ErrorState title={signInTexts.confirm.missing} />}
      {error !== null && <ErrorState title={errorMessage(error, signInTexts.confirm.failed)} />}
      {token !== null && error === null && (isSuccess ? <ConfirmedNotice /> : <Skeleton rows={1} />)}
    </PageLayout>
  )
}

/** The token of the link, removed from the URL and history. Fragments are not sent to servers. */
const useLinkToken = (): string | null => {
  const { hash, search, pathname } = useLocation()
  const navigate = useNavigate()
  // e-mails of earlier versions have the token in the query
  const [token] = useState(
    () => new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token'),
  )
  useEffect(() => {
    if (hash !== '' || search !== '') void navigate(pathname, { replace: true })
  }, [hash, search, pathname, navigate])
  return token
}

function ConfirmedNotice() {
  return (
    <Notice>
      <p>{signInTexts.confirm.done}</p>
      <p>
        <LinkButton to="/dashboard">{shellTexts.dashboard}</LinkButton>
      </p>
    </Notice>
  )
}
