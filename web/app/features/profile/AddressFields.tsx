import { PasswordInput } from '../../components/PasswordInput.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { bind, type Form } from '../../shared/form.ts'
import { texts } from '../../texts.ts'
import { isNew } from './profile-form.ts'

const { profile: words } = texts

interface AddressFieldsProps<Values> {
  readonly form: Form<Values, unknown>
  /** The address as it is. */
  readonly present: string
}

/** Another address asks for the password. */
export function AddressFields<Values extends { readonly email: string; readonly password: string }>({
  form,
  present,
}: AddressFieldsProps<Values>) {
  return (
    <>
      <TextInput label={words.email} type="email" autoComplete="email" required {...bind(form, 'email')} />
      {isNew(form.values, present) && (
        <PasswordInput
          label={words.password}
          hint={words.passwordHint}
          autoComplete="current-password"
          required
          {...bind(form, 'password')}
        />
      )}
    </>
  )
}
