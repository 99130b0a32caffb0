import { calls } from '../../../../contract/calls.ts'
import type { UserType } from '../../../../contract/recovery.ts'
import { Button } from '../../../components/Button.tsx'
import { Form } from '../../../components/Form.tsx'
import { FormAlert } from '../../../components/FormAlert.tsx'
import { complain, showToast } from '../../../components/toast.ts'
import { PhoneInput } from '../../../components/PhoneInput.tsx'
import { said } from '../../../shared/refused.ts'
import { bind, useForm } from '../../../shared/form.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'
import { RecoveryStep } from './RecoveryStep.tsx'

const { recovery: words } = texts

interface PhoneStepProps {
  readonly type: UserType
  /** A first number was not known. */
  readonly alternate: boolean
  /** With the masked address; null when nobody is told. */
  readonly onSent: (email: string | null) => void
  readonly onUnknown: () => void
  readonly onBack: () => void
}

/** */
export function PhoneStep({ type, alternate, onSent, onUnknown, onBack }: PhoneStepProps) {
  const form = useForm({ phone: '' }, calls.recoverEmail.body, (values) => ({ ...values, userType: type }))
  const recovery = useWrite('recoverEmail', {
    onDone: ({ email }) => {
      showToast({ title: words.smsTitle, text: email === null ? words.smsNeutral : words.smsText(email) })
      onSent(email)
    },
    onRefused: (error) => {
      const why = said(error, words.failedEmail)
      form.refuse(error, why)
      complain(why)
      if (error.message.includes('non trovato')) onUnknown()
    },
  })
  const submit = () => form.whenSound((body) => recovery.mutate({ body }))
  const title = alternate ? words.alternateTitle : words.phoneTitle
  return (
    <RecoveryStep title={title} intro={alternate ? words.alternateIntro : words.phoneIntro} onBack={onBack}>
      <Form label={title} onSubmit={submit} faults={form.faults}>
        <PhoneInput label={words.phone} placeholder={words.phonePlaceholder} required {...bind(form, 'phone')} />
        <FormAlert text={form.complaint} />
        <Button type="submit" pending={recovery.isPending} pendingText={words.wait}>
          {words.next}
        </Button>
      </Form>
    </RecoveryStep>
  )
}
