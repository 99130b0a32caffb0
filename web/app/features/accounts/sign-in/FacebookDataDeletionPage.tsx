import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { Card } from '../../../components/data-display.tsx'
import { QueryView } from '../../../components/feedback.tsx'
import { MailLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { settings } from '../../../settings.ts'
import { longDate } from '../../../shared/format.ts'
import { facebookDataDeletionQuery } from '../queries.ts'
import { socialTexts } from './texts.ts'

/** Status page to which Facebook links after a deletion request. */
export function FacebookDataDeletionPage() {
  const { code = '' } = useParams()
  const query = useQuery(facebookDataDeletionQuery(code))
  return (
    <PageLayout title={socialTexts.deletion.title} narrow>
      <QueryView query={query} skeletonRows={2}>
        {({ requestedAt, state }) => (
          <Card>
            <p>{socialTexts.deletion.requested(longDate(requestedAt))}</p>
            <p>{socialTexts.deletion[state]}</p>
          </Card>
        )}
      </QueryView>
      <p>
        {socialTexts.deletion.ask} <MailLink to={settings.supportEmail}>{settings.supportEmail}</MailLink>.
      </p>
    </PageLayout>
  )
}
