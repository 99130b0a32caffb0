import { LinkButton } from '../components/LinkButton.tsx'
import { Screen } from '../components/Screen.tsx'
import { AvaCard } from '../features/ava/AvaCard.tsx'
import { ClientSummary } from '../features/dashboard/ClientSummary.tsx'
import { Unconfirmed } from '../features/dashboard/Unconfirmed.tsx'
import { useUser } from '../shared/session.ts'
import { texts } from '../texts.ts'

const { dashboard: words } = texts

/** The simple dashboard of a client, with the way to the full one. */
export function ClientView() {
  const { displayName } = useUser()
  return (
    <Screen
      title={words.welcome(displayName)}
      intro={words.clientIntro}
      action={<LinkButton to="/client-dashboard">{words.fullArea}</LinkButton>}
    >
      <Unconfirmed />
      <ClientSummary />
      <AvaCard />
    </Screen>
  )
}
