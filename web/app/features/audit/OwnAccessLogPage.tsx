import { useInfiniteQuery } from '@tanstack/react-query'
import { LinkButton } from '../../components/buttons.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { dateTime } from '../../shared/format.ts'
import { ownAccessLogQuery } from './queries.ts'
import { auditTexts } from './texts.ts'

const texts = auditTexts.own
const { at, role, what, why } = auditTexts.columns
const columns = [at, what, role, why].map((title) => ({ title }))

/** Who read or changed one’s own data. @rule Q-97 D-36 */
export function OwnAccessLogPage() {
  const entries = useInfiniteQuery(ownAccessLogQuery)
  return (
    <PageLayout
      title={texts.title}
      intro={texts.intro}
      action={
        <LinkButton to="/profile" variant="secondary">
          {texts.back}
        </LinkButton>
      }
    >
      <QueryView query={entries} errorTitle={texts.failed} empty={<EmptyState text={texts.empty} />}>
        {(found) => (
          <div>
            <DataTable
              label={texts.title}
              columns={columns}
              rows={found.map((entry, index) => ({
                key: `${entry.at}-${index}`,
                cells: [dateTime(entry.at), auditTexts.acts[entry.what], auditTexts.roles[entry.role], entry.why ?? ''],
              }))}
            />
            <LoadMoreButton query={entries} />
          </div>
        )}
      </QueryView>
    </PageLayout>
  )
}
