import { Card } from '../../components/Card.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Screen } from '../../components/Screen.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'
import { BusinessRegisterForm } from './BusinessRegisterForm.tsx'

const { register: words, submit, registerClient } = texts.access

/** every header leads here, so whoever is a client is shown the other way first. */
export function RegisterScreen() {
  return (
    <Screen title={words.title} intro={words.copy} narrow>
      <Notice>
        <p className="flex flex-wrap gap-x-3">
          {words.areClient}
          <TextLink to="/register-client">{registerClient}</TextLink>
        </p>
      </Notice>
      <Card>
        <BusinessRegisterForm />
      </Card>
      <p className="flex flex-wrap gap-x-3">
        <span className="text-muted">{words.haveAccount}</span>
        <TextLink to="/login">{submit}</TextLink>
      </p>
    </Screen>
  )
}
