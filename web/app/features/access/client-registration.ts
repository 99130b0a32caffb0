import { createClientBody } from '../../../contract/client-registration.ts'
import { showToast } from '../../components/toast.ts'
import { given, useForm } from '../../shared/form.ts'
import { forgetReferral, useReferral } from '../../shared/referral.ts'
import { said, type Refused } from '../../shared/refused.ts'
import { useEnter } from '../../shared/session.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { inItalian, sayInItalian } from './schema-messages.ts'

const { registerClientScreen: words } = texts.access

const blank = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  age: '',
  residence: '',
  travelType: '',
  profilePhoto: '',
  socialPhotoUrl: '',
  socialPhotoSource: '',
  photoConsent: false,
  privacyConsent: false,
  password: '',
}

/** The form of /register-client: its values, what is wrong with them, and the sending. */
export const useClientRegistration = () => {
  const ref = useReferral()
  const enter = useEnter()
  const form = inItalian(useForm(blank, createClientBody, (values) => bodyOf(values, ref)))
  const registration = useWrite('createClient', {
    onDone: ({ user }) => {
      showToast({ title: words.doneTitle })
      forgetReferral()
      void enter('/client-dashboard', user)
    },
    onRefused: (error) => {
      const text = complaintOf(error)
      form.refuse(error, text)
      showToast({ tone: 'bad', title: words.failedTitle, text })
    },
  })
  return {
    form,
    pending: registration.isPending,
    submit: () => form.whenSound((body) => registration.mutate({ body })),
  }
}

const bodyOf = (
  { firstName, lastName, email, phone, password, photoConsent, privacyConsent, ...rest }: typeof blank,
  ref: string | undefined,
) => ({
  firstName,
  lastName,
  email,
  phone,
  password,
  age: given(rest.age) === undefined ? undefined : Number(rest.age),
  residence: given(rest.residence),
  travelType: given(rest.travelType),
  profilePhoto: given(rest.profilePhoto),
  socialPhotoUrl: given(rest.socialPhotoUrl),
  socialPhotoSource: given(rest.socialPhotoSource),
  photoConsent,
  privacyConsent,
  ref,
})

/** T-076, T-084: the server's own text, or that nobody knows. */
const complaintOf = (error: Refused) =>
  error.status === 413 ? texts.photos.tooBig.client : sayInItalian(said(error, words.unknown))
