import { useInfiniteQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Access, accessActs, accessLogFilter, type AccessLogFilter } from '../../../contract/audit/audit.ts'
import { Button } from '../../components/buttons.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { Select, TextInput } from '../../components/form-controls.tsx'
import { Forbidden, PageLayout } from '../../components/page-layout.tsx'
import { dateTime } from '../../shared/format.ts'
import { isAuditor, useUser } from '../../shared/session.ts'
import { accessLogQuery } from './queries.ts'
import { auditTexts } from './texts.ts'

const texts = auditTexts.search
const filterNames = ['subject', 'actor', 'what', 'from', 'to'] as const
type Fields = Readonly<Record<(typeof filterNames)[number], string>>

/** The access log for auditors. @rule Q-97 D-36 */
export function AccessLogPage() {
  return isAuditor(useUser()) ? <AccessLog /> : <Forbidden title={texts.forbiddenTitle} text={texts.forbidden} />
}

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

function AccessLog() {
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

const noFields: Fields = { subject: '', actor: '', what: '', from: '', to: '' }
const fieldsOf = (filter: AccessLogFilter): Fields => ({ ...noFields, ...filter, what: filter.what ?? '' })

interface FiltersProps {
  readonly filter: AccessLogFilter
  readonly onChange: (fields: Partial<Fields>) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  const [fields, setFields] = useState<Fields>(() => fieldsOf(filter))
  const bind = (name: keyof Fields) => ({
    value: fields[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setFields({ ...fields, [name]: target.value }),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onChange(fields)
  }
  return (
    <form aria-label={texts.form} onSubmit={submit} className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
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
      <div className="flex flex-wrap items-end gap-3">
        <Button type="submit">{texts.submit}</Button>
        <Button
          variant="secondary"
          onClick={() => {
            setFields(fieldsOf({}))
            onChange({})
          }}
        >
          {texts.clear}
        </Button>
      </div>
    </form>
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
