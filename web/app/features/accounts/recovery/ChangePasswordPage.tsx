import { Card } from '../../../components/data-display.tsx'
import { PasswordInput } from '../../../components/form-controls.tsx'
import { Form } from '../../../components/form.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { translateMessage } from '../validation-messages.ts'
import { useFormMutation } from '../../../shared/form-mutation.ts'
import { bindField } from '../../../shared/form.ts'
import { useEnterSession, useUser } from '../../../shared/session.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { changePasswordSchema, NewPasswordFields } from './NewPasswordFields.tsx'
import { recoveryTexts } from './texts.ts'

const emptyForm = { currentPassword: '', newPassword: '', confirmation: '' }

/** Changing the password. @rule Q-04 the first page after a sign-in with a temporary password */
export function ChangePasswordPage() {
  const { role, mustChangePassword = false } = useUser()
  const enter = useEnterSession()
  const { form, pending, submit } = useFormMutation('changePassword', {
    initialValues: emptyForm,
    schema: changePasswordSchema,
    toInput: ({ currentPassword, newPassword }) => ({ body: { currentPassword, newPassword } }),
    successToast: { title: recoveryTexts.savedTitle, text: recoveryTexts.change.savedText },
    onSuccess: () => void enter(role === 'CLIENTE' ? '/client-dashboard' : '/dashboard'),
    failureText: recoveryTexts.change.failed,
    translate: translateMessage,
  })
  return (
    <PageLayout
      title={recoveryTexts.change.title}
      intro={mustChangePassword ? recoveryTexts.change.introDue : undefined}
      narrow
    >
      <Card>
        <Form label={recoveryTexts.change.title} onSubmit={submit} errorCount={form.errorCount}>
          <PasswordInput
            label={mustChangePassword ? recoveryTexts.change.currentDue : recoveryTexts.change.current}
            autoComplete="current-password"
            {...limitsOf(changePasswordSchema, 'currentPassword')}
            {...bindField(form, 'currentPassword')}
          />
          <NewPasswordFields form={form} pending={pending} />
        </Form>
      </Card>
    </PageLayout>
  )
}
