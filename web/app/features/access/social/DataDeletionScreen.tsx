import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { Card } from '../../../components/Card.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { MailLink } from '../../../components/MailLink.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { settings } from '../../../settings.ts'
import { longDate } from '../../../shared/format.ts'
import { texts } from '../../../texts.ts'
import { dataDeletion } from './social.queries.ts'

const { deletion: words } = texts.social

/** Where Facebook sends whoever asked it to have their data deleted. */
export function DataDeletionScreen() {
  const { code = '' } = useParams()
  const query = useQuery(dataDeletion(code))
  return (
    <Screen title={words.title} narrow>
      <Loaded query={query} rows={2}>
        {({ requestedAt, state }) => (
          <Card>
            <p>{words.requested(longDate(requestedAt))}</p>
            <p>{words[state]}</p>
          </Card>
        )}
      </Loaded>
      <p>
        {words.ask} <MailLink to={settings.supportEmail}>{settings.supportEmail}</MailLink>.
      </p>
    </Screen>
  )
}
