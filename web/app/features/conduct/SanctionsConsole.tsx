import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { Select } from '../../components/Select.tsx'
import { texts } from '../../texts.ts'
import { sanctionsShown } from './conduct.queries.ts'
import { ModeratedSanctionCard } from './ModeratedSanctionCard.tsx'
import { NewSanction } from './NewSanction.tsx'

const { console: words } = texts.conduct
const choices = [
  { value: 'active', label: words.filters.active },
  { value: 'all', label: words.filters.all },
]

/** Every sanction, the latest first. */
export function SanctionsConsole() {
  const [shown, show] = useState('active')
  const sanctions = useInfiniteQuery(sanctionsShown(shown === 'active'))
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="w-full max-w-xs">
          <Select label={words.filter} choices={choices} value={shown} onChange={({ target }) => show(target.value)} />
        </div>
        <NewSanction />
      </div>
      <Loaded query={sanctions} empty={<EmptyState text={words.empty} />}>
        {(list) => (
          <>
            <ul className="grid items-start gap-4 lg:grid-cols-2">
              {list.map((sanction) => (
                <ModeratedSanctionCard key={sanction.id} sanction={sanction} />
              ))}
            </ul>
            <Pager
              hasMore={sanctions.hasNextPage}
              pending={sanctions.isFetchingNextPage}
              onMore={() => void sanctions.fetchNextPage()}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}
