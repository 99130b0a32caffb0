import { useState } from 'react'
import { showToast } from '../../../components/toast.tsx'
import type { ApiError } from '../../../shared/api-error.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { useSignIn } from '../../../shared/session.ts'
import { signInTexts } from './texts.ts'

export type AccountType = 'business' | 'client'
export const isAccountType = (word: string | null): word is AccountType => word === 'business' || word === 'client'

interface LoginCredentials {
  readonly username: string
  readonly password: string
}

/** Signs in on the side chosen (S-02, P-08), and says what went wrong in that side's words (T-022..T-026). */
export const useLogin = () => {
  const enter = useSignIn()
  const [failure, setFailure] = useState<{ readonly type: AccountType; readonly error: ApiError } | null>(null)
  const failed = (type: AccountType) => (error: ApiError) => {
    setFailure({ type, error })
    const text = type === 'client' ? signInTexts.failedClient : signInTexts.failedBusiness
    showToast({ tone: 'bad', title: signInTexts.failedTitle, text: isWrongCredentials(error) ? text : error.message })
  }
  const business = useApiMutation('login', {
    onSuccess: ({ user }) => void enter('/dashboard', user),
    onError: failed('business'),
  })
  const client = useApiMutation('loginClient', {
    onSuccess: () => void enter('/client-dashboard'),
    onError: failed('client'),
  })
  return {
    pending: business.isPending || client.isPending,
    errorMessage: failure === null ? undefined : loginErrorMessage(failure.type, failure.error),
    offersRegistration: failure?.type === 'client' && isWrongCredentials(failure.error),
    clearError: () => setFailure(null),
    submit: (type: AccountType, { username, password }: LoginCredentials) => {
      setFailure(null)
      if (type === 'business') business.mutate({ body: { username, password } })
      else client.mutate({ body: { email: username, password } })
    },
  }
}

/** Wrong words, as opposed to too many tries or a server out of reach. */
const isWrongCredentials = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 429

const loginErrorMessage = (type: AccountType, error: ApiError) => {
  if (!isWrongCredentials(error)) return error.message
  return type === 'client' ? signInTexts.clientNotFound : signInTexts.invalid
}
