import { useNavigate } from 'react-router-dom'
import type { UserType } from '../../../../contract/recovery.ts'
import { Form } from '../../../components/Form.tsx'
import { CodeInput } from '../../../components/CodeInput.tsx'
import { complain, showToast } from '../../../components/toast.ts'
import { said } from '../../../shared/refused.ts'
import { bind, useForm } from '../../../shared/form.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'
import { inItalian } from '../schema-messages.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { resetForm } from './password-form.ts'
import { RecoveryStep } from './RecoveryStep.tsx'

const { recovery: words } = texts
const blank = { code: '', newPassword: '', confirmation: '' }

interface NewPasswordStepProps {
  readonly type: UserType
  readonly email: string
  readonly onBack: () => void
}

/** R-29, with the code of the letter. */
export function NewPasswordStep({ type, email, onBack }: NewPasswordStepProps) {
  const navigate = useNavigate()
  const form = inItalian(useForm(blank, resetForm, (values) => values))
  const reset = useWrite('resetPassword', {
    onDone: () => {
      showToast({ title: words.savedTitle, text: words.savedText })
      void navigate(`/login?type=${type}`)
    },
    onRefused: (error) => {
      const why = said(error, words.failedReset)
      form.refuse(error, why)
      complain(why)
    },
  })
  const submit = () =>
    form.whenSound(({ code, newPassword }) => reset.mutate({ body: { email, userType: type, code, newPassword } }))
  return (
    <RecoveryStep title={words.passwordTitle} intro={words.passwordIntro(email)} onBack={onBack}>
      <Form label={words.passwordTitle} onSubmit={submit} faults={form.faults}>
        <CodeInput label={words.code} placeholder={words.codePlaceholder} {...bind(form, 'code')} />
        <NewPasswordFields form={form} pending={reset.isPending} />
      </Form>
    </RecoveryStep>
  )
}
