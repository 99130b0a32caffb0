import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { calls } from '../../../contract/calls.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Choices } from '../../components/Choices.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { PasswordInput } from '../../components/PasswordInput.tsx'
import { Screen } from '../../components/Screen.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { bind, useForm } from '../../shared/form.ts'
import { texts } from '../../texts.ts'
import { BiometricLogin } from './biometrics/BiometricLogin.tsx'
import { BiometricWay } from './biometrics/BiometricWay.tsx'
import { SocialOutcome } from './social/SocialOutcome.tsx'
import { SocialWays } from './social/SocialWays.tsx'
import { isAccountType, useLogin, type AccountType } from './login.ts'

const { access } = texts
const titles = { business: access.titleBusiness, client: access.titleClient }
const types = [
  { value: 'business', label: access.business },
  { value: 'client', label: access.client },
]

/** One door for both sides: the kind of account must be chosen before anything is sent (V-03). */
export function LoginScreen() {
  const [asked] = useSearchParams()
  const [type, setType] = useState<AccountType | null>(() => {
    const named = asked.get('type')
    return isAccountType(named) ? named : null
  })
  const [biometric, setBiometric] = useState(false)
  const form = useForm({ username: '', password: '' }, calls.login.body, (values) => values)
  const login = useLogin()
  const submit = () => {
    const body = form.check()
    if (body !== null && type !== null) login.send(type, body)
  }
  if (biometric && type !== null)
    return (
      <Screen title={titles[type]} narrow>
        <BiometricLogin type={type} onBack={() => setBiometric(false)} />
      </Screen>
    )
  return (
    <Screen title={type === null ? access.titleAny : titles[type]} narrow>
      <SocialOutcome />
      <Card>
        <Form label={access.titleAny} onSubmit={submit} faults={form.faults}>
          <Choices
            legend={access.accountType}
            choices={types}
            value={type ?? ''}
            onChange={(value) => {
              login.forget()
              if (isAccountType(value)) setType(value)
            }}
          />
          <TextInput label={access.email} type="email" autoComplete="username" required {...bind(form, 'username')} />
          <PasswordInput label={access.password} autoComplete="current-password" required {...bind(form, 'password')} />
          <FormAlert text={login.complaint} />
          {login.unknownClient && <TextLink to="/register-client">{access.registerNow}</TextLink>}
          <Button type="submit" disabled={type === null} pending={login.pending} pendingText={access.submitting}>
            {access.submit}
          </Button>
        </Form>
        <BiometricWay typeChosen={type !== null} disabled={login.pending} onTake={() => setBiometric(true)} />
        <SocialWays disabled={type === 'business'} inApp={asked.get('source') === 'app'} />
      </Card>
      <p>
        <TextLink to="/recover-password">{texts.recovery.forgot}</TextLink>
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <span className="text-muted">{access.noBusinessAccount}</span>
        {type !== 'client' && <TextLink to="/register">{access.registerBusiness}</TextLink>}
        {type !== 'business' && <TextLink to="/register-client">{access.registerClient}</TextLink>}
      </p>
    </Screen>
  )
}
