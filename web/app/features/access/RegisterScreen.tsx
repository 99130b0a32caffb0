import { Card } from '../../components/Card.tsx'
import { Screen } from '../../components/Screen.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'
import { BusinessRegisterForm } from './BusinessRegisterForm.tsx'

const { register: words, submit, registerClient } = texts.access

/** */
export function RegisterScreen() {
  return (
    <Screen title={words.title} intro={words.copy} narrow>
      <Card>
        <BusinessRegisterForm />
      </Card>
      <div className="grid gap-2">
        <p className="flex flex-wrap gap-x-3">
          <span className="text-muted">{words.haveAccount}</span>
          <TextLink to="/login">{submit}</TextLink>
        </p>
        <p className="flex flex-wrap gap-x-3">
          <span className="text-muted">{words.areClient}</span>
          <TextLink to="/register-client">{registerClient}</TextLink>
        </p>
      </div>
    </Screen>
  )
}
