import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { type Lane, lanes, type PriorityPart, type QueuedCase } from '../../../contract/moderation/cases.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge } from '../../components/data-display.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { Select } from '../../components/form-controls.tsx'
import { dateTime } from '../../shared/format.ts'
import { subscribeToStream } from '../../shared/live-updates.ts'
import { invalidate, refetchReads } from '../../shared/queries.ts'
import { ClaimStatus, useClaim, useNextCase } from './CaseClaim.tsx'
import { useKeyboardShortcuts } from './KeyboardShortcuts.tsx'
import { caseQueueQuery } from './queries.ts'
import { QueueTrends } from './QueueTrends.tsx'
import { caseQueueTexts, moderationTexts } from './texts.ts'

/** Refreshes the queue when other moderators change it. Returns whether the event stream is connected. */
export const useLiveQueue = () => {
  const client = useQueryClient()
  const [live, setLive] = useState(false)
  useEffect(() => {
    const refresh = () => void invalidate(client, ['moderation'])
    return subscribeToStream({
      name: 'queueEvents',
      onChange: refresh,
      onCatchUp: refresh,
      onPoll: () => void refetchReads(client, ['queue', 'moderatedReviews']),
      onLiveChange: setLive,
    })
  }, [client])
  return live
}

/** The addends of a case's priority. */
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

function CaseCard({ queuedCase, onOpen }: CaseCardProps) {
  const id = useId()
  const card = useRef<HTMLLIElement>(null)
  const claiming = useClaim(queuedCase)
  const whenFocused = (act: () => void) => () => (card.current?.contains(document.activeElement) ? act() : false)
  useKeyboardShortcuts({ c: whenFocused(claiming.toggle), d: whenFocused(onOpen) })
  return (
    <li
      ref={card}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card focus-within:border-brand sm:p-5"
    >
      <h2 id={`${id}-kind`} className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{moderationTexts.kinds[queuedCase.kind]}</span>
        <Badge>{moderationTexts.priority(queuedCase.priority)}</Badge>
        <Badge tone={queuedCase.overdue ? 'bad' : 'plain'}>
          {queuedCase.overdue ? moderationTexts.overdue : moderationTexts.due(dateTime(queuedCase.dueAt))}
        </Badge>
      </h2>
      <p id={`${id}-summary`} className="grow break-words">
        {queuedCase.summary}
      </p>
      <p className="text-sm text-muted">{moderationTexts.opened(dateTime(queuedCase.openedAt))}</p>
      {queuedCase.others > 0 && <p className="text-sm text-muted">{caseQueueTexts.otherCases(queuedCase.others)}</p>}
      <PriorityBreakdown why={queuedCase.why} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          small
          data-opens={queuedCase.caseId}
          aria-describedby={`${id}-kind ${id}-summary`}
          aria-keyshortcuts="Enter d"
          onClick={onOpen}
        >
          {moderationTexts.open}
        </Button>
        <ClaimStatus claimedCase={queuedCase} claiming={claiming} />
      </div>
    </li>
  )
}

const laneOptions = lanes.map((lane) => ({ value: lane, label: moderationTexts.lanes[lane] }))

interface CaseQueueProps {
  readonly lane: Lane
  readonly onLaneChange: (lane: Lane) => void
  readonly onOpen: (caseId: string) => void
  /** The case just left, which gets the focus back. */
  readonly returnToCase: string | null
}

/** Open cases of a lane by priority. */
export function CaseQueue({ lane, onLaneChange, onOpen, returnToCase }: CaseQueueProps) {
  const queue = useInfiniteQuery(caseQueueQuery(lane))
  const next = useNextCase(lane, onOpen)
  useKeyboardShortcuts({ n: () => void next.claim() })
  useRestoredFocus(returnToCase, queue.data !== undefined && !queue.isFetching)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-full max-w-xs">
          <Select
            label={moderationTexts.lane}
            options={laneOptions}
            value={lane}
            onChange={({ target }) => onLaneChange(lanes.find((name) => name === target.value) ?? lane)}
          />
        </div>
        <Button id={nextCaseButtonId} aria-keyshortcuts="n" pending={next.pending} onClick={() => void next.claim()}>
          {caseQueueTexts.next}
        </Button>
      </div>
      <QueryView query={queue}>
        {({ cases, counts }) => (
          <>
            <ul aria-label={caseQueueTexts.counts} className="flex flex-wrap gap-2">
              {lanes.map((name) => (
                <li key={name}>
                  <Badge tone={name === 'overdue' && counts.overdue > 0 ? 'bad' : 'plain'}>
                    {caseQueueTexts.count(moderationTexts.lanes[name], counts[name])}
                  </Badge>
                </li>
              ))}
            </ul>
            {cases.length === 0 ? (
              <EmptyState text={moderationTexts.laneEmpty} />
            ) : (
              <CaseList cases={cases} onOpen={onOpen} />
            )}
            <LoadMoreButton query={queue} />
          </>
        )}
      </QueryView>
      <Disclosure title={caseQueueTexts.trends.title}>
        <QueueTrends />
      </Disclosure>
    </div>
  )
}

interface CaseListProps {
  readonly cases: readonly QueuedCase[]
  readonly onOpen: (caseId: string) => void
}

/** Keyboard: j and k move through the list, the arrow keys too once the focus is inside. */
function CaseList({ cases, onOpen }: CaseListProps) {
  const list = useRef<HTMLUListElement>(null)
  const openers = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])]
  const focusedIndex = () => openers().findIndex((opener) => opener.closest('li')?.contains(document.activeElement))
  const move = (step: 1 | -1) =>
    openers()
      .at(Math.min(Math.max(focusedIndex() + step, 0), cases.length - 1))
      ?.focus()
  const moveInside = (step: 1 | -1) => (focusedIndex() === -1 ? false : move(step))
  useKeyboardShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => moveInside(1),
    ArrowUp: () => moveInside(-1),
  })
  return (
    <ul ref={list} aria-label={moderationTexts.queue} className="grid gap-4 lg:grid-cols-2">
      {cases.map((queuedCase) => (
        <CaseCard key={queuedCase.caseId} queuedCase={queuedCase} onOpen={() => onOpen(queuedCase.caseId)} />
      ))}
    </ul>
  )
}

const nextCaseButtonId = 'next-case'

/** On return from a case, focuses it in the list, or the first case if it is no longer listed. */
const useRestoredFocus = (lastCaseId: string | null, ready: boolean) => {
  const pendingCaseId = useRef(lastCaseId)
  useEffect(() => {
    if (pendingCaseId.current === null || !ready) return
    const last = document.querySelector<HTMLElement>(`[data-opens="${pendingCaseId.current}"]`)
    const first = document.querySelector<HTMLElement>('[data-opens]')
    const target = last ?? first ?? document.getElementById(nextCaseButtonId)
    target?.focus()
    pendingCaseId.current = null
  }, [ready])
}
