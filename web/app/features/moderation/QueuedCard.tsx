import { useId, useRef } from 'react'
import type { QueuedCase } from '../../../contract/queue.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { moment } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { Claim } from './Claim.tsx'
import { useClaiming } from './claiming.ts'
import { useKeys } from './keys.ts'
import { Why } from './Why.tsx'

const { moderation: words, queue: more } = texts

interface QueuedCardProps {
  readonly of: QueuedCase
  readonly onOpen: () => void
}

export function QueuedCard({ of: one, onOpen }: QueuedCardProps) {
  const id = useId()
  const card = useRef<HTMLLIElement>(null)
  const claiming = useClaiming(one)
  const here = (act: () => void) => () => (card.current?.contains(document.activeElement) ? act() : false)
  useKeys({ c: here(claiming.toggle), d: here(onOpen) })
  return (
    <li
      ref={card}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card focus-within:border-brand sm:p-5"
    >
      <h2 id={`${id}-kind`} className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{words.kinds[one.kind]}</span>
        <Badge>{words.priority(one.priority)}</Badge>
        <Badge tone={one.overdue ? 'bad' : 'plain'}>{one.overdue ? words.overdue : words.due(moment(one.dueAt))}</Badge>
      </h2>
      <p id={`${id}-summary`} className="grow break-words">
        {one.summary}
      </p>
      <p className="text-sm text-muted">{words.opened(moment(one.openedAt))}</p>
      {one.others > 0 && <p className="text-sm text-muted">{more.others(one.others)}</p>}
      <Why why={one.why} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          small
          data-opens={one.caseId}
          aria-describedby={`${id}-kind ${id}-summary`}
          aria-keyshortcuts="Enter d"
          onClick={onOpen}
        >
          {words.open}
        </Button>
        <Claim of={one} claiming={claiming} />
      </div>
    </li>
  )
}
