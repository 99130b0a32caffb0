import { PhoneInput } from '../../components/PhoneInput.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { bind, type Form } from '../../shared/form.ts'
import { texts } from '../../texts.ts'

const { access } = texts
const { clientAuth: words } = access

type Person = Readonly<Record<'firstName' | 'lastName' | 'email' | 'phone', string>>

/** Who a client is, and where one is reached (V-04, V-05, V-06). */
export function PersonFields<Values extends Person>({ form }: { readonly form: Form<Values, unknown> }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput label={words.firstName} autoComplete="given-name" required {...bind(form, 'firstName')} />
        <TextInput label={words.lastName} autoComplete="family-name" required {...bind(form, 'lastName')} />
      </div>
      <TextInput label={access.email} type="email" autoComplete="email" required {...bind(form, 'email')} />
      <PhoneInput
        label={words.phone}
        hint={words.phoneHint}
        placeholder={words.phonePlaceholder}
        required
        {...bind(form, 'phone')}
      />
    </>
  )
}
