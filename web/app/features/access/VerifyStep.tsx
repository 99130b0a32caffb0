import { calls } from '../../../contract/calls.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Screen } from '../../components/Screen.tsx'
import { CodeInput } from '../../components/CodeInput.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { bind, useForm } from '../../shared/form.ts'
import { useEnter } from '../../shared/session.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { verify: words } = texts.access

export interface Verifying {
  readonly clientId: string
  readonly email: string
}

interface VerifyStepProps {
  readonly of: Verifying
  readonly onBack: () => void
  /** The account is open, and its owner inside. */
  readonly onVerified: () => void
}

/** The mailed code opens the account. */
export function VerifyStep({ of: { clientId, email }, onBack, onVerified }: VerifyStepProps) {
  const enter = useEnter()
  const form = useForm({ verificationCode: '' }, calls.verifyEmail.body, (values) => ({ clientId, ...values }))
  const verification = useWrite('verifyEmail', {
    onDone: () => {
      showToast({ title: words.doneTitle, text: words.doneText })
      void enter('/client-auth').then(onVerified)
    },
    onRefused: (error) => {
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  const another = useWrite('resendVerification', {
    onDone: () => showToast({ title: words.sentTitle, text: words.resent }),
    onRefused: (error) => {
      form.refuse(error, error.message)
      complain(error.message)
    },
  })
  const submit = () => form.whenSound((body) => verification.mutate({ body }))
  return (
    <Screen title={words.title} intro={words.sent(email)} narrow>
      <Card>
        <Form label={words.title} onSubmit={submit} faults={form.faults}>
          <CodeInput label={words.code} placeholder={words.placeholder} {...bind(form, 'verificationCode')} />
          <FormAlert text={form.complaint} />
          <Button type="submit" pending={verification.isPending}>
            {words.submit}
          </Button>
        </Form>
        <div className="mt-4 flex flex-wrap justify-between gap-3">
          <Button look="quiet" onClick={onBack}>
            {words.back}
          </Button>
          <Button look="secondary" pending={another.isPending} onClick={() => another.mutate({ body: { clientId } })}>
            {words.resend}
          </Button>
        </div>
      </Card>
    </Screen>
  )
}
