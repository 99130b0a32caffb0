import { Card } from '../../../components/data-display.tsx'
import { PasswordInput } from '../../../components/form-controls.tsx'
import { Form } from '../../../components/form.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { showErrorToast, showToast } from '../../../components/toast.tsx'
import { errorMessage } from '../../../shared/api-error.ts'
import { bindField, useForm } from '../../../shared/form.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { useSignIn, useUser } from '../../../shared/session.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { withItalianErrors } from '../validation-messages.ts'
import { changePasswordSchema, NewPasswordFields } from './NewPasswordFields.tsx'
import { recoveryTexts } from './texts.ts'

const emptyForm = { currentPassword: '', newPassword: '', confirmation: '' }

/** Changing the password. @rule Q-04 the first page after a sign-in with a temporary password */
export function ChangePasswordPage() {
  const { role, mustChangePassword = false } = useUser()
  const enter = useSignIn()
  const form = withItalianErrors(useForm(emptyForm, changePasswordSchema, (values) => values))
  const change = useApiMutation('changePassword', {
    onSuccess: () => {
      showToast({ title: recoveryTexts.savedTitle, text: recoveryTexts.change.savedText })
      void enter(role === 'CLIENTE' ? '/client-dashboard' : '/dashboard')
    },
    onError: (error) => {
      const message = errorMessage(error, recoveryTexts.change.failed)
      form.showServerError(error, message)
      showErrorToast(message)
    },
  })
  const submit = () =>
    form.submitIfValid(({ currentPassword, newPassword }) => change.mutate({ body: { currentPassword, newPassword } }))
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
          <NewPasswordFields form={form} pending={change.isPending} />
        </Form>
      </Card>
    </PageLayout>
  )
}
