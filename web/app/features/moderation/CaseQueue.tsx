import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { calls } from '../../../contract/calls.ts'
import { type Lane, lanes, type PriorityPart, type QueuedCase } from '../../../contract/moderation/cases.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge } from '../../components/data-display.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { Select } from '../../components/form-controls.tsx'
import { dateTime } from '../../shared/format.ts'
import { subscribeToStream } from '../../shared/live-updates.ts'
import { invalidate } from '../../shared/queries.ts'
import { ClaimStatus, useClaim, useNextCase } from './case-claim.tsx'
import { useKeyboardShortcuts } from './keyboard-shortcuts.tsx'
import { caseQueueQuery } from './queries.ts'
import { caseQueueTexts, moderationTexts } from './texts.ts'

/** While the console is open, what another moderator does shows here; true while the stream is up. */
export const useLiveQueue = () => {
  const client = useQueryClient()
  const [live, setLive] = useState(false)
  useEffect(() => {
    const again = () => void invalidate(client, ['moderation'])
    return subscribeToStream({
      url: calls.queueEvents.path,
      schema: calls.queueEvents.response,
      onChange: again,
      onCatchUp: again,
      onLiveChange: setLive,
    })
  }, [client])
  return live
}

/** What a case's priority is the sum of. */
export function PriorityBreakdown({ why }: { readonly why: readonly PriorityPart[] }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1 font-medium">{caseQueueTexts.why}</summary>
      <ul className="mt-1 grid gap-1">
        {why.map(({ part, points }) => (
          <li key={part} className="flex justify-between gap-4">
            <span className="text-muted">{caseQueueTexts.parts[part]}</span>
            <span>{caseQueueTexts.points(points)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface CaseCardProps {
  readonly queuedCase: QueuedCase
  readonly onOpen: () => void
}

export function CaseCard({ queuedCase: one, onOpen }: CaseCardProps) {
  const id = useId()
  const card = useRef<HTMLLIElement>(null)
  const claiming = useClaim(one)
  const here = (act: () => void) => () => (card.current?.contains(document.activeElement) ? act() : false)
  useKeyboardShortcuts({ c: here(claiming.toggle), d: here(onOpen) })
  return (
    <li
      ref={card}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card focus-within:border-brand sm:p-5"
    >
      <h2 id={`${id}-kind`} className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{moderationTexts.kinds[one.kind]}</span>
        <Badge>{moderationTexts.priority(one.priority)}</Badge>
        <Badge tone={one.overdue ? 'bad' : 'plain'}>
          {one.overdue ? moderationTexts.overdue : moderationTexts.due(dateTime(one.dueAt))}
        </Badge>
      </h2>
      <p id={`${id}-summary`} className="grow break-words">
        {one.summary}
      </p>
      <p className="text-sm text-muted">{moderationTexts.opened(dateTime(one.openedAt))}</p>
      {one.others > 0 && <p className="text-sm text-muted">{caseQueueTexts.otherCases(one.others)}</p>}
      <PriorityBreakdown why={one.why} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          small
          data-opens={one.caseId}
          aria-describedby={`${id}-kind ${id}-summary`}
          aria-keyshortcuts="Enter d"
          onClick={onOpen}
        >
          {moderationTexts.open}
        </Button>
        <ClaimStatus claimedCase={one} claiming={claiming} />
      </div>
    </li>
  )
}

const laneOptions = lanes.map((lane) => ({ value: lane, label: moderationTexts.lanes[lane] }))

interface CaseQueueProps {
  readonly lane: Lane
  readonly onLaneChange: (lane: Lane) => void
  readonly onOpen: (caseId: string) => void
  /** The case just left: the focus goes back to it. */
  readonly returnToCase: string | null
}

/** Open cases of one lane, in the order they should be taken. */
export function CaseQueue({ lane, onLaneChange, onOpen, returnToCase }: CaseQueueProps) {
  const queue = useInfiniteQuery(caseQueueQuery(lane))
  const next = useNextCase(lane, onOpen)
  useKeyboardShortcuts({ n: () => void next.take() })
  useRestoredFocus(returnToCase, queue.data !== undefined && !queue.isFetching)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-full max-w-xs">
          <Select
            label={moderationTexts.lane}
            options={laneOptions}
            value={lane}
            onChange={({ target }) => onLaneChange(lanes.find((one) => one === target.value) ?? lane)}
          />
        </div>
        <Button id={nextCaseButtonId} aria-keyshortcuts="n" pending={next.pending} onClick={() => void next.take()}>
          {caseQueueTexts.next}
        </Button>
      </div>
      <QueryView query={queue}>
        {({ cases, counts }) => (
          <>
            <ul aria-label={caseQueueTexts.counts} className="flex flex-wrap gap-2">
              {lanes.map((one) => (
                <li key={one}>
                  <Badge tone={one === 'overdue' && counts.overdue > 0 ? 'bad' : 'plain'}>
                    {caseQueueTexts.count(moderationTexts.lanes[one], counts[one])}
                  </Badge>
                </li>
              ))}
            </ul>
            {cases.length === 0 ? (
              <EmptyState text={moderationTexts.laneEmpty} />
            ) : (
              <CaseList cases={cases} onOpen={onOpen} />
            )}
            <LoadMoreButton
              hasMore={queue.hasNextPage}
              pending={queue.isFetchingNextPage}
              onLoadMore={() => void queue.fetchNextPage()}
            />
          </>
        )}
      </QueryView>
    </div>
  )
}

interface CaseListProps {
  readonly cases: readonly QueuedCase[]
  readonly onOpen: (caseId: string) => void
}

/** The list by keyboard: j and k go through it; the arrows do too once the focus is in it. */
function CaseList({ cases, onOpen }: CaseListProps) {
  const list = useRef<HTMLUListElement>(null)
  const openers = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])]
  const place = () => openers().findIndex((one) => one.closest('li')?.contains(document.activeElement))
  const move = (step: 1 | -1) =>
    openers()
      .at(Math.min(Math.max(place() + step, 0), cases.length - 1))
      ?.focus()
  const within = (step: 1 | -1) => (place() === -1 ? false : move(step))
  useKeyboardShortcuts({ j: () => move(1), k: () => move(-1), ArrowDown: () => within(1), ArrowUp: () => within(-1) })
  return (
    <ul ref={list} aria-label={moderationTexts.queue} className="grid gap-4 lg:grid-cols-2">
      {cases.map((one) => (
        <CaseCard key={one.caseId} queuedCase={one} onOpen={() => onOpen(one.caseId)} />
      ))}
    </ul>
  )
}

const nextCaseButtonId = 'next-case'

/** Whoever comes back from a case stands where he left, or at the first one when it is gone. */
const useRestoredFocus = (lastCaseId: string | null, ready: boolean) => {
  const back = useRef(lastCaseId)
  useEffect(() => {
    if (back.current === null || !ready) return
    const left = document.querySelector<HTMLElement>(`[data-opens="${back.current}"]`)
    const first = document.querySelector<HTMLElement>('[data-opens]')
    const target = left ?? first ?? document.getElementById(nextCaseButtonId)
    target?.focus()
    back.current = null
  }, [ready])
}
