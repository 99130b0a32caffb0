import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '../../../contract/endpoints.ts'
import { deletionPhrase } from '../../../contract/privacy/privacy.ts'
import { apiError } from '../../shared/api-error.ts'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { blankToUndefined } from '../../shared/form.ts'
import { showToast } from '../../toasts.ts'
import { apiQuery } from '../../shared/queries.ts'
import { dropPushSubscription } from '../../shared/push-subscription.ts'
import { clearSession } from '../../shared/session.ts'
import { accountDeletionTexts } from './texts.ts'

/** Always refetched, since obstacles may have been resolved. */
export const deletionEligibilityQuery = { ...apiQuery('account', 'deletionEligibility', {}), gcTime: 0 }
export const deletionPreviewQuery = { ...apiQuery('account', 'deletionPreview', {}), gcTime: 0 }

export type DeletionConsent = keyof typeof accountDeletionTexts.confirm.consentLabels
export type DeletionStep = 'overview' | 'preview' | 'confirm' | 'processing' | 'completed'

/** State of the deletion steps; a rejection leads back to the confirmation. @rule S-27 V-80 */
export const useAccountDeletion = () => {
  const client = useQueryClient()
  const [step, setStep] = useState<DeletionStep>('overview')
  const [consents, setConsents] = useState<Readonly<Record<DeletionConsent, boolean>>>({
    forEver: false,
    losses: false,
    traces: false,
  })
  const { form, pending, submit } = useFormMutation('deleteAccount', {
    initialValues: { reason: '', confirmationText: '', password: '' },
    schema: endpoints.deleteAccount.body,
    toBody: ({ reason, ...values }) => ({ ...values, reason: blankToUndefined(reason) }),
    toInput: (body) => ({ body }),
    onSuccess: () => {
      setStep('completed')
      dropPushSubscription()
      clearSession(client)
    },
    failureText: accountDeletionTexts.confirm.failed,
  })
  return {
    step: pending ? 'processing' : step,
    setStep,
    form,
    consents,
    consent: (name: DeletionConsent, given: boolean) => setConsents((current) => ({ ...current, [name]: given })),
    submit: () => {
      const isValid = form.validate() !== null
      if (form.values.confirmationText !== deletionPhrase)
        return showToast({ tone: 'bad', title: accountDeletionTexts.confirm.wrongPhrase })
      if (!Object.values(consents).every(Boolean)) {
        form.showFormError(apiError(accountDeletionTexts.confirm.consentText), accountDeletionTexts.confirm.consentText)
        return showToast({
          tone: 'bad',
          title: accountDeletionTexts.confirm.consentTitle,
          text: accountDeletionTexts.confirm.consentText,
        })
      }
      if (isValid) submit()
    },
  }
}
export type AccountDeletion = ReturnType<typeof useAccountDeletion>
