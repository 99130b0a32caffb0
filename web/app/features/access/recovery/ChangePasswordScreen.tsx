import { Button } from '../../../components/Button.tsx'
import { Card } from '../../../components/Card.tsx'
import { Form } from '../../../components/Form.tsx'
import { PasswordInput } from '../../../components/PasswordInput.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { showToast } from '../../../components/toast.ts'
import { bind, useForm } from '../../../shared/form.ts'
import { said } from '../../../shared/refused.ts'
import { useEnter, useUser } from '../../../shared/session.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'
import { inItalian } from '../schema-messages.ts'
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
      form.refuse(error)
      showToast({ tone: 'bad', title: texts.kit.error, text: said(error, words.failed) })
    },
  })
  const submit = () => {
    const typed = form.check()
    if (typed === null) return
    const { currentPassword, newPassword } = typed
    change.mutate({ body: { currentPassword, newPassword } })
  }
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
          <PasswordInput
            label={recovery.newPassword}
            hint={recovery.passwordHint}
            autoComplete="new-password"
            required
            {...bind(form, 'newPassword')}
          />
          <PasswordInput
            label={recovery.confirmation}
            autoComplete="new-password"
            required
            {...bind(form, 'confirmation')}
          />
          <Button type="submit" pending={change.isPending} pendingText={recovery.wait}>
            {recovery.save}
          </Button>
        </Form>
      </Card>
    </Screen>
  )
}
