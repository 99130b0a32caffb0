import { useState } from 'react'
import type { UserType } from '../../../../contract/accounts/sign-in.ts'
import { type ApiError } from '../../../shared/api-error.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { showToast } from '../../../toasts.ts'
import { useEnterSession } from '../../../shared/session.ts'
import { signInTexts } from './texts.ts'

interface LoginCredentials {
  readonly username: string
  readonly password: string
}

/** Signs in as the chosen kind of account, with its specified messages. @rule T-022..T-026 @rule S-02 P-08 */
export const useLogin = () => {
  const enter = useEnterSession()
  const [failure, setFailure] = useState<{ readonly type: UserType; readonly error: ApiError } | null>(null)
  const onFailure = (type: UserType) => (error: ApiError) => {
    setFailure({ type, error })
    const text = type === 'client' ? signInTexts.failedClient : signInTexts.failedBusiness
    showToast({ tone: 'bad', title: signInTexts.failedTitle, text: isWrongCredentials(error) ? text : error.message })
  }
  const business = useApiMutation('login', {
    onSuccess: ({ user }) => void enter('/dashboard', user),
    onError: onFailure('business'),
  })
  const client = useApiMutation('loginClient', {
    onSuccess: () => void enter('/client-dashboard'),
    onError: onFailure('client'),
  })
  return {
    pending: business.isPending || client.isPending,
    errorMessage: failure === null ? undefined : loginErrorMessage(failure.type, failure.error),
    offersRegistration: failure?.type === 'client' && isWrongCredentials(failure.error),
    clearError: () => setFailure(null),
    submit: (type: UserType, { username, password }: LoginCredentials) => {
      setFailure(null)
      if (type === 'business') business.mutate({ body: { username, password } })
      else client.mutate({ body: { email: username, password } })
    },
  }
}

const isWrongCredentials = ({ code }: ApiError) => code === 'BadCredentials'

const loginErrorMessage = (type: UserType, error: ApiError) => {
  if (!isWrongCredentials(error)) return error.message
  return type === 'client' ? signInTexts.clientNotFound : signInTexts.invalid
}
