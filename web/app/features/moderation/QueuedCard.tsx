import type { QueuedCase } from '../../../contract/moderation.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { moment } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { Claim } from './Claim.tsx'

const { moderation: words } = texts

interface QueuedCardProps {
  readonly of: QueuedCase
  readonly onOpen: () => void
}

export function QueuedCard({ of: one, onOpen }: QueuedCardProps) {
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <h2 className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{words.kinds[one.kind]}</span>
        <Badge>{words.priority(one.priority)}</Badge>
        <Badge tone={one.overdue ? 'bad' : 'plain'}>{one.overdue ? words.overdue : words.due(moment(one.dueAt))}</Badge>
      </h2>
      <p className="grow break-words">{one.summary}</p>
      <p className="text-sm text-muted">{words.opened(moment(one.openedAt))}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button small onClick={onOpen}>
          {words.open}
        </Button>
        <Claim of={one} />
      </div>
    </li>
  )
}
