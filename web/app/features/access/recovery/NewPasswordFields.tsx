import { Button } from '../../../components/Button.tsx'
import { FormAlert } from '../../../components/FormAlert.tsx'
import { PasswordInput } from '../../../components/PasswordInput.tsx'
import { bind, type Form } from '../../../shared/form.ts'
import { texts } from '../../../texts.ts'
import type { Twice } from './password-form.ts'

const { recovery: words } = texts

interface NewPasswordFieldsProps<Values extends Twice> {
  readonly form: Form<Values, unknown>
  readonly pending: boolean
}

/** The new password, the same once more, and the button that saves it. */
export function NewPasswordFields<Values extends Twice>({ form, pending }: NewPasswordFieldsProps<Values>) {
  return (
    <>
      <PasswordInput
        label={words.newPassword}
        hint={words.passwordHint}
        autoComplete="new-password"
        required
        {...bind(form, 'newPassword')}
      />
      <PasswordInput label={words.confirmation} autoComplete="new-password" required {...bind(form, 'confirmation')} />
      <FormAlert text={form.complaint} />
      <Button type="submit" pending={pending} pendingText={words.wait}>
        {words.save}
      </Button>
    </>
  )
}
