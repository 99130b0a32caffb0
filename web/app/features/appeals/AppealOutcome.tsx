import type { AppealStatus, OwnAppeal } from '../../../contract/appeals.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { texts } from '../../texts.ts'

const { appeals: words } = texts
const tones: Readonly<Record<AppealStatus, BadgeTone>> = {
  OPEN: 'gold',
  UNDER_REVIEW: 'gold',
  UPHELD: 'bad',
  PARTLY: 'good',
  OVERTURNED: 'good',
  VOID: 'plain',
}

export function AppealStatusBadge({ status }: { readonly status: AppealStatus }) {
  return <Badge tone={tones[status]}>{words.status[status]}</Badge>
}

/** What came of an appeal, and why; nothing while it waits. */
export function AppealOutcome({ appeal }: { readonly appeal: OwnAppeal }) {
  if (appeal.status === 'VOID') return <p className="text-sm text-muted">{words.voided}</p>
  if (appeal.measure === null) return null
  return (
    <figure className="rounded-control bg-sunken p-3">
      <figcaption className="text-sm text-muted">
        {words.answer} · {words.fate[appeal.measure]}
      </figcaption>
      <blockquote className="break-words whitespace-pre-line">{appeal.answer}</blockquote>
    </figure>
  )
}
