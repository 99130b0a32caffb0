import { useState } from 'react'
import { setup, type OwnProfile } from '../../../../contract/profile.ts'
import { showToast } from '../../../components/toast.ts'
import { given, useForm } from '../../../shared/form.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'
import { useLeaveFor } from '../leave-for.ts'

const { setup: words } = texts.profile
const basics = setup.pick({
  businessName: true,
  businessType: true,
  location: true,
  province: true,
  phone: true,
  profilePhoto: true,
  businessPhoto: true,
})

/** C-17: how long what was said stays before the dashboard comes. */
export const afterwardsMs = { done: 1_500, already: 2_000 }

export type Consent = 'emailNotifications' | 'smsNotifications' | 'marketingConsent' | 'privacyConsent'

/** The three steps: what was typed, where one stands, and the sending at the end (V-72..V-75, S-26, C-35). */
export const useSetup = (profile: OwnProfile) => {
  const [step, setStep] = useState(0)
  const [consents, setConsents] = useState<Readonly<Record<Consent, boolean>>>(consentsOf(profile))
  const form = useForm(basicsOf(profile), basics, bodyOf)
  const sending = useWrite('completeProfile', {
    refreshes: ['account', 'businesses'],
    onDone: () => showToast({ title: words.done, text: words.doneText }),
    onRefused: (error) => {
      form.refuse(error)
      showToast({ tone: 'bad', title: texts.kit.error, text: words.failed })
    },
  })
  useLeaveFor('/dashboard', sending.isSuccess ? afterwardsMs.done : null)
  const isDone = (which: number) => (which === 0 ? form.check() !== null : which === 2 || consents.privacyConsent)
  return {
    step,
    form,
    consents,
    sending: sending.isPending || sending.isSuccess,
    consent: (which: Consent, said: boolean) => setConsents((now) => ({ ...now, [which]: said })),
    back: () => setStep(step - 1),
    next: () => {
      if (isDone(step)) setStep(step + 1)
      else showToast({ tone: 'bad', title: words.missingTitle, text: words.missing })
    },
    finish: () => {
      const body = form.check()
      const { privacyConsent, ...preferences } = consents
      if (body === null || !privacyConsent)
        showToast({ tone: 'bad', title: words.incompleteTitle, text: words.incomplete })
      else sending.mutate({ body: { ...body, ...preferences, privacyConsent } })
    },
  }
}
export type Setup = ReturnType<typeof useSetup>

/** As typed. */
export interface Basics {
  readonly businessName: string
  readonly businessType: string
  readonly location: string
  readonly province: string
  readonly phone: string
  readonly profilePhoto: string
  readonly businessPhoto: string
}

const basicsOf = ({ businessName, businessType, location, province, phone, ...photos }: OwnProfile): Basics => ({
  businessName: businessName ?? '',
  businessType: businessType ?? '',
  location: location ?? '',
  province: province ?? '',
  phone: phone ?? '',
  profilePhoto: photos.profilePhoto ?? '',
  businessPhoto: photos.businessPhoto ?? '',
})

/** Nothing is ticked beforehand that was not consented to before. */
const consentsOf = ({ emailNotifications, smsNotifications, marketingConsent, privacyConsent }: OwnProfile) => ({
  emailNotifications,
  smsNotifications,
  marketingConsent,
  privacyConsent,
})

/** What is optional and empty is left out (V-75). */
const bodyOf = ({ province, phone, profilePhoto, businessPhoto, ...typed }: Basics) => ({
  ...typed,
  province: given(province) ?? null,
  phone: given(phone) ?? null,
  profilePhoto: given(profilePhoto) ?? null,
  businessPhoto: given(businessPhoto) ?? null,
})
