import { Card } from '../../../components/Card.tsx'
import { Form } from '../../../components/Form.tsx'
import { PasswordInput } from '../../../components/PasswordInput.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { complain, showToast } from '../../../components/toast.ts'
import { said } from '../../../shared/refused.ts'
import { bind, useForm } from '../../../shared/form.ts'
import { useEnter, useUser } from '../../../shared/session.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'
import { inItalian } from '../schema-messages.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { changeForm } from './password-form.ts'

const { recovery } = texts
const { change: words } = recovery
const blank = { currentPassword: '', newPassword: '', confirmation: '' }

/** Where whoever came in with a temporary password must go first. */
export function ChangePasswordScreen() {
  const { role, mustChangePassword: due = false } = useUser()
  const enter = useEnter()
  const form = inItalian(useForm(blank, changeForm, (values) => values))
  const change = useWrite('changePassword', {
    onDone: () => {
      showToast({ title: recovery.savedTitle, text: words.savedText })
      void enter(role === 'CLIENTE' ? '/client-dashboard' : '/dashboard')
    },
    onRefused: (error) => {
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  const submit = () =>
    form.whenSound(({ currentPassword, newPassword }) => change.mutate({ body: { currentPassword, newPassword } }))
  return (
    <Screen title={words.title} intro={due ? words.introDue : undefined} narrow>
      <Card>
        <Form label={words.title} onSubmit={submit} faults={form.faults}>
          <PasswordInput
            label={due ? words.currentDue : words.current}
            autoComplete="current-password"
            required
            {...bind(form, 'currentPassword')}
          />
          <NewPasswordFields form={form} pending={change.isPending} />
        </Form>
      </Card>
    </Screen>
  )
}
