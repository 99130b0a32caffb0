import { calls } from '../../../../contract/calls.ts'
import { Button } from '../../../components/Button.tsx'
import { Form } from '../../../components/Form.tsx'
import { FormAlert } from '../../../components/FormAlert.tsx'
import { TextInput } from '../../../components/TextInput.tsx'
import { complain, showToast } from '../../../components/toast.ts'
import { bind, useForm } from '../../../shared/form.ts'
import { said, type Refused } from '../../../shared/refused.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'
import type { Choice } from './ChoiceStep.tsx'
import { RecoveryStep } from './RecoveryStep.tsx'

const { recovery: words } = texts

interface EmailStepProps {
  readonly choice: Choice
  /** As the SMS step showed it, masked. */
  readonly known: string | null
  readonly onCodeSent: (email: string) => void
  /** With the masked address. */
  readonly onTemporarySent: (email: string) => void
  readonly onBack: () => void
}

/** the two ways part here. */
export function EmailStep({ choice: { type, means }, known, onCodeSent, onTemporarySent, onBack }: EmailStepProps) {
  const temporary = means === 'temporary'
  const form = useForm({ email: '' }, calls.sendResetCode.body, (values) => ({ ...values, userType: type }))
  const refused = (otherwise: string) => (error: Refused) => {
    const why = said(error, otherwise)
    form.refuse(error, why)
    complain(why)
  }
  const code = useWrite('sendResetCode', {
    onDone: (_, { body }) => onCodeSent(body.email),
    onRefused: refused(words.failedEmail),
  })
  const password = useWrite('sendTemporaryPassword', {
    onDone: ({ email }) => {
      showToast({ title: words.temporaryTitle, text: words.temporaryText(email) })
      onTemporarySent(email)
    },
    onRefused: refused(words.failedTemporary),
  })
  const submit = () => form.whenSound((body) => (temporary ? password : code).mutate({ body }))
  const intro = temporary ? words.emailForTemporary : words.emailForCode
  return (
    <RecoveryStep title={words.emailTitle} intro={intro} onBack={onBack}>
      <Form label={words.emailTitle} onSubmit={submit} faults={form.faults}>
        <TextInput
          label={words.email}
          hint={known === null ? undefined : words.emailHint(known)}
          type="email"
          autoComplete="email"
          required
          {...bind(form, 'email')}
        />
        <FormAlert text={form.complaint} />
        <Button type="submit" pending={code.isPending || password.isPending} pendingText={words.wait}>
          {temporary ? words.sendTemporary : words.sendCode}
        </Button>
      </Form>
    </RecoveryStep>
  )
}
