import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { lanes, type Lane, type QueuedCase } from '../../../contract/queue.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { Select } from '../../components/Select.tsx'
import { texts } from '../../texts.ts'
import { useKeys } from './keys.ts'
import { queueIn } from './moderation.queries.ts'
import { useNextCase } from './next-case.ts'
import { QueuedCard } from './QueuedCard.tsx'

const { moderation: words, queue: more } = texts
const choices = lanes.map((lane) => ({ value: lane, label: words.lanes[lane] }))

interface QueueProps {
  readonly lane: Lane
  readonly onLane: (lane: Lane) => void
  readonly onOpen: (caseId: string) => void
  /** The case just left: the focus goes back to it. */
  readonly cameFrom: string | null
}

/** Open cases of one lane, in the order they should be taken. */
export function Queue({ lane, onLane, onOpen, cameFrom }: QueueProps) {
  const queue = useInfiniteQuery(queueIn(lane))
  const next = useNextCase(lane, onOpen)
  useKeys({ n: () => void next.take() })
  useReturn(cameFrom, queue.data !== undefined && !queue.isFetching)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-full max-w-xs">
          <Select
            label={words.lane}
            choices={choices}
            value={lane}
            onChange={({ target }) => onLane(lanes.find((one) => one === target.value) ?? lane)}
          />
        </div>
        <Button id={nextId} aria-keyshortcuts="n" pending={next.pending} onClick={() => void next.take()}>
          {more.next}
        </Button>
      </div>
      <Loaded query={queue}>
        {({ cases, counts }) => (
          <>
            <ul aria-label={more.counts} className="flex flex-wrap gap-2">
              {lanes.map((one) => (
                <li key={one}>
                  <Badge tone={one === 'overdue' && counts.overdue > 0 ? 'bad' : 'plain'}>
                    {more.count(words.lanes[one], counts[one])}
                  </Badge>
                </li>
              ))}
            </ul>
            {cases.length === 0 ? <EmptyState text={words.laneEmpty} /> : <Cases cases={cases} onOpen={onOpen} />}
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

interface CasesProps {
  readonly cases: readonly QueuedCase[]
  readonly onOpen: (caseId: string) => void
}

/** The list by keyboard: j and k go through it; the arrows do too once the focus is in it. */
function Cases({ cases, onOpen }: CasesProps) {
  const list = useRef<HTMLUListElement>(null)
  const openers = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])]
  const place = () => openers().findIndex((one) => one.closest('li')?.contains(document.activeElement))
  const move = (step: 1 | -1) =>
    openers()
      .at(Math.min(Math.max(place() + step, 0), cases.length - 1))
      ?.focus()
  const within = (step: 1 | -1) => (place() === -1 ? false : move(step))
  useKeys({ j: () => move(1), k: () => move(-1), ArrowDown: () => within(1), ArrowUp: () => within(-1) })
  return (
    <ul ref={list} aria-label={words.queue} className="grid gap-4 lg:grid-cols-2">
      {cases.map((one) => (
        <QueuedCard key={one.caseId} of={one} onOpen={() => onOpen(one.caseId)} />
      ))}
    </ul>
  )
}

const nextId = 'next-case'

/** Whoever comes back from a case stands where he left, or at the first one when it is gone. */
const useReturn = (cameFrom: string | null, ready: boolean) => {
  const back = useRef(cameFrom)
  useEffect(() => {
    if (back.current === null || !ready) return
    const left = document.querySelector<HTMLElement>(`[data-opens="${back.current}"]`)
    const first = document.querySelector<HTMLElement>('[data-opens]')
    const target = left ?? first ?? document.getElementById(nextId)
    target?.focus()
    back.current = null
  }, [ready])
}
