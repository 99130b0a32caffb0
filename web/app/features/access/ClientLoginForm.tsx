import { calls } from '../../../contract/calls.ts'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { PasswordInput } from '../../components/PasswordInput.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { complain } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { bind, useForm } from '../../shared/form.ts'
import { useEnter } from '../../shared/session.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { isSupported } from './biometrics/device.ts'
import type { Verifying } from './VerifyStep.tsx'

const { access } = texts
const { clientAuth: words } = access

interface ClientLoginFormProps {
  readonly onUnverified: (who: Verifying) => void
  /** Somebody came in who could come in by passkey next time. */
  readonly onOffer: () => void
}

export function ClientLoginForm({ onUnverified, onOffer }: ClientLoginFormProps) {
  const form = useForm({ email: '', password: '' }, calls.loginClient.body, (values) => values)
  const enter = useEnter()
  const login = useWrite('loginClient', {
    onDone: ({ showBiometricOption, clientId, emailVerified, mustChangePassword }, { body: { email } }) => {
      if (mustChangePassword) void enter('/client-dashboard')
      else if (!emailVerified) onUnverified({ clientId, email })
      else if (showBiometricOption && isSupported()) void enter('/client-auth').then(onOffer)
      else void enter('/client-dashboard')
    },
    onRefused: (error) => {
      const why = said(error, words.loginFailed)
      form.refuse(error, why)
      complain(why)
    },
  })
  const submit = () => form.whenSound((body) => login.mutate({ body }))
  return (
    <Form label={words.titleLogin} onSubmit={submit} faults={form.faults}>
      <TextInput label={access.email} type="email" autoComplete="username" required {...bind(form, 'email')} />
      <PasswordInput label={access.password} autoComplete="current-password" required {...bind(form, 'password')} />
      <FormAlert text={form.complaint} />
      <Button type="submit" pending={login.isPending} pendingText={words.wait}>
        {words.login}
      </Button>
    </Form>
  )
}
