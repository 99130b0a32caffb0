import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../../../../contract/calls.ts'
import { deletionPhrase } from '../../../../contract/privacy.ts'
import { complain, showToast } from '../../../components/toast.ts'
import { given, useForm } from '../../../shared/form.ts'
import { refused, said } from '../../../shared/refused.ts'
import { forgetSession } from '../../../shared/session-memory.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'

const { confirm: words } = texts.deletion

export type Consent = keyof typeof words.consentLabels
export type Step = 'overview' | 'preview' | 'confirm' | 'processing' | 'completed'

/** S-27: where one stands, and what was typed, the consents among it (V-80); a refusal leads back to the confirmation. */
export const useDeletion = () => {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>('overview')
  const [consents, setConsents] = useState<Readonly<Record<Consent, boolean>>>({
    forEver: false,
    losses: false,
    traces: false,
  })
  const form = useForm(
    { reason: '', confirmationText: '', password: '' },
    calls.deleteAccount.body,
    ({ reason, ...values }) => ({ ...values, reason: given(reason) }),
  )
  const deletion = useWrite('deleteAccount', {
    onDone: () => {
      setStep('completed')
      forgetSession(client)
    },
    onRefused: (error) => {
      setStep('confirm')
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  return {
    step,
    setStep,
    form,
    consents,
    consent: (which: Consent, given: boolean) => setConsents((now) => ({ ...now, [which]: given })),
    submit: () => {
      const body = form.check()
      if (form.values.confirmationText !== deletionPhrase) return showToast({ tone: 'bad', title: words.wrongPhrase })
      if (!Object.values(consents).every(Boolean)) {
        form.refuse(refused(words.consentText), words.consentText)
        return showToast({ tone: 'bad', title: words.consentTitle, text: words.consentText })
      }
      if (body === null) return
      setStep('processing')
      deletion.mutate({ body })
    },
  }
}
export type Deletion = ReturnType<typeof useDeletion>
