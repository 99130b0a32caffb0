import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { PasswordInput } from '../../components/PasswordInput.tsx'
import { ClientPhotos } from '../../components/photo/ClientPhotos.tsx'
import { Select } from '../../components/Select.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { AgeInput } from '../../components/AgeInput.tsx'
import { bind } from '../../shared/form.ts'
import { texts } from '../../texts.ts'
import { PersonFields } from './PersonFields.tsx'
import { PrivacyConsent } from './PrivacyConsent.tsx'
import { useClientRegistration } from './client-registration.ts'

const { access, clients } = texts
const { registerClientScreen: words, clientAuth } = access
const travels = Object.entries(clients.travel).map(([value, label]) => ({ value, label }))

type Registration = ReturnType<typeof useClientRegistration>

export function RegisterClientForm() {
  const { form, pending, submit } = useClientRegistration()
  return (
    <Form label={words.title} onSubmit={submit} faults={form.faults}>
      <PersonFields form={form} />
      <ProfileFields form={form} />
      <ClientPhotos
        values={form.values}
        onText={form.set}
        onConsent={(given) => form.set('photoConsent', given)}
        errorOf={form.errorOf}
      />
      <PasswordInput
        label={access.password}
        hint={access.register.passwordHint}
        autoComplete="new-password"
        required
        {...bind(form, 'password')}
      />
      <PrivacyConsent form={form} />
      <FormAlert text={form.complaint} />
      <Button type="submit" pending={pending} pendingText={clientAuth.wait}>
        {clientAuth.register}
      </Button>
    </Form>
  )
}

function ProfileFields({ form }: Pick<Registration, 'form'>) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <AgeInput label={words.age} {...bind(form, 'age')} />
        <Select
          label={words.travelType}
          choices={travels}
          placeholder={words.travelTypePlaceholder}
          optional
          {...bind(form, 'travelType')}
        />
      </div>
      <TextInput label={words.residence} autoComplete="address-level2" optional {...bind(form, 'residence')} />
    </>
  )
}
