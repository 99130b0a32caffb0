import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { type Access, accessActs, accessLogFilter, type AccessLogFilter } from '../../../contract/audit/audit.ts'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { Select, TextInput } from '../../components/form-controls.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { dateTime } from '../../shared/format.ts'
import { FilterForm } from './filter-form.tsx'
import { accessLogQuery } from './queries.ts'
import { auditTexts } from './texts.ts'

const texts = auditTexts.search
const filterNames = ['subject', 'actor', 'what', 'from', 'to'] as const
type Fields = Readonly<Record<(typeof filterNames)[number], string>>

/** The filters in the query of the URL, so that a search can be shared; those that are invalid are ignored. */
const useFilter = () => {
  const [search, setSearch] = useSearchParams()
  const given = filterNames.flatMap((name) => {
    const value = search.get(name)?.trim() ?? ''
    return value !== '' && accessLogFilter.safeParse({ [name]: value }).success ? [[name, value]] : []
  })
  const filter = Object.fromEntries(given) as AccessLogFilter
  const setFilter = (fields: Partial<Fields>) =>
    setSearch(
      Object.entries(fields).filter(([, value]) => value.trim() !== ''),
      { replace: true },
    )
  return { filter, setFilter }
}

/** The access log for auditors. @rule Q-97 D-36 */
export function AccessLogPage() {
  const { filter, setFilter } = useFilter()
  const entries = useInfiniteQuery(accessLogQuery(filter))
  return (
    <PageLayout title={texts.title} intro={texts.intro}>
      <Filters key={JSON.stringify(filter)} filter={filter} onChange={setFilter} />
      <QueryView query={entries} errorTitle={texts.failed} empty={<EmptyState text={texts.empty} />}>
        {(found) => (
          <div>
            <DataTable label={texts.title} columns={columns} rows={found.map(tableRowOf)} />
            <LoadMoreButton query={entries} />
          </div>
        )}
      </QueryView>
    </PageLayout>
  )
}

interface FiltersProps {
  readonly filter: AccessLogFilter
  readonly onChange: (fields: Partial<Fields>) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <FilterForm texts={texts} names={filterNames} filter={filter as Partial<Fields>} onChange={onChange}>
      {(bind) => (
        <>
          <TextInput label={texts.subject} hint={texts.idHint} autoComplete="off" {...bind('subject')} />
          <TextInput label={texts.actor} hint={texts.idHint} autoComplete="off" {...bind('actor')} />
          <Select
            label={texts.what}
            placeholder={texts.allActs}
            options={accessActs.map((act) => ({ value: act, label: auditTexts.acts[act] }))}
            {...bind('what')}
          />
          <TextInput type="date" label={texts.from} {...bind('from')} />
          <TextInput type="date" label={texts.to} {...bind('to')} />
        </>
      )}
    </FilterForm>
  )
}

const { columns: titles } = texts
const columns = [
  auditTexts.columns.at,
  auditTexts.columns.what,
  titles.outcome,
  auditTexts.columns.role,
  titles.actor,
  titles.subject,
  auditTexts.columns.why,
  titles.source,
  titles.request,
].map((title) => ({ title }))

const tableRowOf = ({ id, at, what, outcome, role, actor, subject, why, source, correlationId }: Access) => ({
  key: id,
  cells: [
    dateTime(at),
    auditTexts.acts[what],
    texts.outcomes[outcome],
    role === null ? '' : auditTexts.roles[role],
    actor ?? texts.noAccount,
    subject ?? texts.noAccount,
    why ?? '',
    source === null ? '' : source.slice(0, 8),
    correlationId ?? '',
  ],
})
