import { useState } from 'react'
import { showToast } from '../../components/toast.ts'
import type { Refused } from '../../shared/refused.ts'
import { useEnter } from '../../shared/session.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

export type AccountType = 'business' | 'client'
export const isAccountType = (word: string | null): word is AccountType => word === 'business' || word === 'client'

const { access } = texts
interface Credentials {
  readonly username: string
  readonly password: string
}

/** Signs in on the side chosen (S-02, P-08), and says what went wrong in that side's words (T-022..T-026). */
export const useLogin = () => {
  const enter = useEnter()
  const [failure, setFailure] = useState<{ readonly type: AccountType; readonly error: Refused } | null>(null)
  const failed = (type: AccountType) => (error: Refused) => {
    setFailure({ type, error })
    const text = type === 'client' ? access.failedClient : access.failedBusiness
    showToast({ tone: 'bad', title: access.failedTitle, text: isMistake(error) ? text : error.message })
  }
  const business = useWrite('login', {
    onDone: ({ user }) => void enter('/dashboard', user),
    onRefused: failed('business'),
  })
  const client = useWrite('loginClient', {
    onDone: () => void enter('/client-dashboard'),
    onRefused: failed('client'),
  })
  return {
    pending: business.isPending || client.isPending,
    complaint: failure === null ? undefined : complaintOf(failure.type, failure.error),
    unknownClient: failure?.type === 'client' && isMistake(failure.error),
    forget: () => setFailure(null),
    send: (type: AccountType, { username, password }: Credentials) => {
      setFailure(null)
      if (type === 'business') business.mutate({ body: { username, password } })
      else client.mutate({ body: { email: username, password } })
    },
  }
}

/** Wrong words, as opposed to too many tries or a server out of reach. */
const isMistake = ({ status }: Refused) => status >= 400 && status < 500 && status !== 429

const complaintOf = (type: AccountType, error: Refused) => {
  if (!isMistake(error)) return error.message
  return type === 'client' ? access.clientNotFound : access.invalid
}
