import { profileChanges, type OwnProfile } from '../../../contract/profile.ts'
import { complain, showToast } from '../../components/toast.ts'
import { useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { profile: words } = texts

/** An emptied input takes the value away. */
const orNull = (typed: string) => (typed.trim() === '' ? null : typed)
const numberOrNull = (typed: string) => (typed.trim() === '' ? null : Number(typed.replace(',', '.')))
const shown = (value: string | number | null) => (value === null ? '' : String(value))

interface WithAddress {
  readonly email: string
  readonly password: string
}

/** The address travels when it is another one, and the password with it. */
const addressOf = ({ email, password }: WithAddress, present: string) =>
  isNew({ email }, present) ? { email, password } : {}
export const isNew = ({ email }: Pick<WithAddress, 'email'>, present: string) => email.trim() !== present

/** A form over one's own profile: its values, what is wrong with them, and the saving. */
const useProfileForm = <Values extends WithAddress>(
  initial: Values,
  bodyOf: (values: Values) => unknown,
  onSaved: () => void,
) => {
  const form = useForm(initial, profileChanges, bodyOf)
  const saving = useWrite('updateProfile', {
    refreshes: ['account', 'businesses', 'clients'],
    onDone: ({ waitingEmail }) => {
      showToast({ title: words.saved, ...(waitingEmail === null ? {} : { text: words.newEmail.sent(waitingEmail) }) })
      onSaved()
    },
    onRefused: (error) => {
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  return {
    form,
    pending: saving.isPending,
    submit: () => form.whenSound((body) => saving.mutate({ body })),
  }
}

/** V-64..V-68. */
export const useBusinessForm = (profile: OwnProfile, onSaved: () => void) => {
  const initial = {
    businessName: shown(profile.businessName),
    businessType: shown(profile.businessType),
    email: profile.email,
    password: '',
    location: shown(profile.location),
    province: shown(profile.province),
    theForkRating: shown(profile.theForkRating),
    businessPhoto: shown(profile.businessPhoto),
    profilePhoto: shown(profile.profilePhoto),
  }
  const bodyOf = ({ businessName, businessType, location, ...rest }: typeof initial) => ({
    businessName,
    businessType,
    location,
    province: orNull(rest.province),
    theForkRating: numberOrNull(rest.theForkRating),
    businessPhoto: orNull(rest.businessPhoto),
    profilePhoto: orNull(rest.profilePhoto),
    ...addressOf(rest, profile.email),
  })
  return useProfileForm(initial, bodyOf, onSaved)
}

/** what a client sees instead, and the consent to a photo. */
export const useClientForm = (profile: OwnProfile, onSaved: () => void) => {
  const initial = {
    firstName: shown(profile.firstName),
    lastName: shown(profile.lastName),
    email: profile.email,
    password: '',
    phone: shown(profile.phone),
    age: shown(profile.age),
    residence: shown(profile.residence),
    travelType: shown(profile.travelType),
    profilePhoto: shown(profile.profilePhoto),
    photoConsent: profile.photoConsent,
  }
  const bodyOf = ({ firstName, lastName, phone, photoConsent, ...rest }: typeof initial) => ({
    firstName,
    lastName,
    phone,
    photoConsent,
    age: numberOrNull(rest.age),
    residence: orNull(rest.residence),
    travelType: orNull(rest.travelType),
    profilePhoto: orNull(rest.profilePhoto),
    ...addressOf(rest, profile.email),
  })
  return useProfileForm(initial, bodyOf, onSaved)
}
