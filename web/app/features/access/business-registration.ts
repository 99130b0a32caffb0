import { registerBusinessBody } from '../../../contract/access.ts'
import { showToast } from '../../components/toast.ts'
import { given, useForm } from '../../shared/form.ts'
import { forgetReferral, useReferral } from '../../shared/referral.ts'
import { said, type Refused } from '../../shared/refused.ts'
import { useEnter } from '../../shared/session.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { inItalian, sayInItalian } from './schema-messages.ts'

const { register: words } = texts.access

const blank = {
  businessName: '',
  businessType: '',
  location: '',
  province: '',
  theForkRating: '',
  businessPhoto: '',
  email: '',
  phone: '',
  username: '',
  password: '',
}

/** The form of /register: its values, what is wrong with them, and the sending. */
export const useBusinessRegistration = () => {
  const ref = useReferral()
  const enter = useEnter()
  const form = inItalian(useForm(blank, registerBusinessBody, (values) => bodyOf(values, ref)))
  const registration = useWrite('registerBusiness', {
    onDone: ({ user }) => {
      showToast({ title: words.doneTitle, text: words.doneText })
      forgetReferral()
      void enter('/dashboard', user)
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
  { username, password, businessName, businessType, email, ...rest }: typeof blank,
  ref: string | undefined,
) => ({
  username,
  password,
  businessName,
  businessType,
  email,
  phone: given(rest.phone),
  businessPhoto: given(rest.businessPhoto),
  location: rest.location,
  province: given(rest.province),
  theForkRating: given(rest.theForkRating) === undefined ? undefined : Number(rest.theForkRating.replace(',', '.')),
  ref,
})

/** What the server says, in the words of this screen (T-062..T-070). */
const screens: readonly (readonly [part: string, words: string])[] = [
  [words.photoTooBig, words.photoTooBig],
  ['Email già registrata', words.emailTaken],
  ['Username già in uso', words.usernameTaken],
  ['Entity too large', words.photoTooBig],
  ['Dati non validi', words.invalid],
]

export const complaintOf = (error: Refused) => {
  if (error.status === 413) return words.photoTooBig
  const known = screens.find(([part]) => error.message.includes(part))
  return known?.[1] ?? sayInItalian(said(error, words.failed))
}
