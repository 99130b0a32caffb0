import { Card } from '../../components/Card.tsx'
import { Screen } from '../../components/Screen.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'
import { RegisterClientForm } from './RegisterClientForm.tsx'

const { registerClientScreen: words, clientAuth, submit } = texts.access

/** */
export function RegisterClientScreen() {
  return (
    <Screen title={words.title} intro={clientAuth.copyRegister} narrow>
      <Card>
        <RegisterClientForm />
      </Card>
      <p className="flex flex-wrap gap-x-3">
        <span className="text-muted">{clientAuth.haveAccount}</span>
        <TextLink to="/login?type=client">{submit}</TextLink>
      </p>
    </Screen>
  )
}
