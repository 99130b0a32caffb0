import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lanes, type Lane } from '../../../contract/moderation.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { Select } from '../../components/Select.tsx'
import { texts } from '../../texts.ts'
import { queueIn } from './moderation.queries.ts'
import { QueuedCard } from './QueuedCard.tsx'

const { moderation: words } = texts
const choices = lanes.map((lane) => ({ value: lane, label: words.lanes[lane] }))

/** Open cases of one lane, in the order they should be taken. */
export function Queue({ onOpen }: { readonly onOpen: (caseId: string) => void }) {
  const [lane, setLane] = useState<Lane>('flags')
  const queue = useInfiniteQuery(queueIn(lane))
  return (
    <div className="grid gap-4">
      <div className="max-w-xs">
        <Select
          label={words.lane}
          choices={choices}
          value={lane}
          onChange={({ target }) => setLane(lanes.find((one) => one === target.value) ?? lane)}
        />
      </div>
      <Loaded query={queue} empty={<EmptyState text={words.laneEmpty} />}>
        {(cases) => (
          <>
            <ul className="grid gap-4 lg:grid-cols-2">
              {cases.map((one) => (
                <QueuedCard key={one.caseId} of={one} onOpen={() => onOpen(one.caseId)} />
              ))}
            </ul>
            <Pager
              hasMore={queue.hasNextPage}
              pending={queue.isFetchingNextPage}
              onMore={() => void queue.fetchNextPage()}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}
