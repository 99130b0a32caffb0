import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Screen } from '../../components/Screen.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { refresh } from '../../shared/families.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { confirm: words } = texts.access

/** Where the link mailed to a business leads. */
export function ConfirmEmailScreen() {
  const [asked] = useSearchParams()
  const token = asked.get('token')
  const client = useQueryClient()
  const { mutate, isSuccess, error } = useWrite('confirmEmail', { onDone: () => void refresh(client, ['account']) })
  useEffect(() => {
    if (token !== null) mutate({ body: { token } })
  }, [token, mutate])
  return (
    <Screen title={words.title} narrow>
      {token === null && <ErrorState title={words.missing} />}
      {error !== null && <ErrorState title={said(error, words.failed)} />}
      {token !== null && error === null && (isSuccess ? <Confirmed /> : <Skeleton rows={1} />)}
    </Screen>
  )
}

function Confirmed() {
  return (
    <Notice>
      <p>{words.done}</p>
      <p>
        <LinkButton to="/dashboard">{texts.shell.dashboard}</LinkButton>
      </p>
    </Notice>
  )
}
