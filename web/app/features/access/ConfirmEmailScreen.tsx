import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
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
  const token = useTokenOfLink()
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

/** What the link carries, taken out of the address and so out of the history. A fragment is sent to no server. */
const useTokenOfLink = (): string | null => {
  const { hash, search, pathname } = useLocation()
  const navigate = useNavigate()
  // letters sent before the fragment was used carry it in the query, and are good for fifteen minutes
  const [token] = useState(
    () => new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token'),
  )
  useEffect(() => {
    if (hash !== '' || search !== '') void navigate(pathname, { replace: true })
  }, [hash, search, pathname, navigate])
  return token
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
