import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { eventSearch } from '../../../contract/audit/event-search.ts'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { TextInput } from '../../components/form-controls.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import type { ResponseOf } from '../../shared/api.ts'
import { dateTime } from '../../shared/format.ts'
import { isAdmin, useUser } from '../../shared/session.ts'
import { FilterForm } from './filter-form.tsx'
import { eventSearchQuery } from './queries.ts'
import { eventLogTexts } from './texts.ts'

const texts = eventLogTexts.search
const filterNames = ['q', 'category', 'type', 'subject', 'actor', 'from', 'to'] as const
type Fields = Readonly<Record<(typeof filterNames)[number], string>>
const filterSchema = eventSearch.searchEvents.query

/**
 * The filters in the query of the URL, so that a search can be shared; those that are invalid are ignored. An e-mail address
 * stays out of the URL.
 */
const useFilter = () => {
  const [search, setSearch] = useSearchParams()
  const [email, setEmail] = useState('')
  const valueOf = (name: string) => (name === 'q' && email !== '' ? email : (search.get(name)?.trim() ?? ''))
  const given = filterNames.flatMap((name) => {
    const value = valueOf(name)
    return value !== '' && filterSchema.safeParse({ [name]: value }).success ? [[name, value]] : []
  })
  const setFilter = (fields: Partial<Fields>) => {
    const q = fields.q?.trim() ?? ''
    const isEmail = q.includes('@')
    setEmail(isEmail ? q : '')
    const shared = Object.entries(fields).filter(([name, value]) => value.trim() !== '' && !(name === 'q' && isEmail))
    setSearch(shared, { replace: true })
  }
  return { filter: Object.fromEntries(given) as Partial<Fields>, setFilter }
}

/** Search over the whole event log, for auditors. @rule D-48 */
export function EventSearchPage() {
  const { filter, setFilter } = useFilter()
  const events = useInfiniteQuery(eventSearchQuery(filter))
  return (
    <PageLayout title={texts.title} intro={texts.intro}>
      <Filters key={JSON.stringify(filter)} filter={filter} onChange={setFilter} />
      <QueryView query={events} errorTitle={texts.failed}>
        {(found) => (
          <div>
            {found.length === 0 ? (
              <EmptyState text={events.hasNextPage ? texts.noneYet : texts.empty} />
            ) : (
              <DataTable label={texts.title} columns={columns} rows={found.map(tableRowOf)} />
            )}
            <LoadMoreButton query={events} />
          </div>
        )}
      </QueryView>
    </PageLayout>
  )
}

interface FiltersProps {
  readonly filter: Partial<Fields>
  readonly onChange: (fields: Partial<Fields>) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  const isForAdmin = isAdmin(useUser())
  return (
    <FilterForm texts={texts} names={filterNames} filter={filter} onChange={onChange}>
      {(bind) => (
        <>
          <TextInput
            label={texts.q}
            hint={isForAdmin ? texts.qHintAdmin : texts.qHint}
            autoComplete="off"
            {...bind('q')}
          />
          <TextInput label={texts.category} hint={texts.categoryHint} autoComplete="off" {...bind('category')} />
          <TextInput label={texts.type} hint={texts.typeHint} autoComplete="off" {...bind('type')} />
          <TextInput label={texts.subject} autoComplete="off" {...bind('subject')} />
          <TextInput label={texts.actor} autoComplete="off" {...bind('actor')} />
          <TextInput type="date" label={texts.from} {...bind('from')} />
          <TextInput type="date" label={texts.to} {...bind('to')} />
        </>
      )}
    </FilterForm>
  )
}

const columns = [texts.columns.at, texts.columns.type, texts.columns.stream, texts.columns.actor].map((title) => ({
  title,
}))

const tableRowOf = ({ id, at, type, stream, actor }: ResponseOf<'searchEvents'>['items'][number]) => ({
  key: id,
  cells: [
    dateTime(at),
    <TextLink key="event" to={`/admin/audit/events/${id}`}>
      {type}
    </TextLink>,
    <TextLink key="stream" to={`/admin/audit/streams/${encodeURIComponent(stream)}`}>
      {stream}
    </TextLink>,
    actor ?? eventLogTexts.noActor,
  ],
})
