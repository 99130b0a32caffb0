import type { OwnSanction } from '../../../contract/conduct.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { isOver } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { AppealForm } from './AppealForm.tsx'
import { SanctionBadges } from './SanctionBadges.tsx'
import { Statement } from './Statement.tsx'

const { conduct: words } = texts
const tones: Readonly<Record<OwnSanction['appealStatus'], BadgeTone>> = {
  NONE: 'plain',
  PENDING: 'gold',
  UNDER_REVIEW: 'gold',
  APPROVED: 'good',
  REJECTED: 'bad',
}

/** One's own sanction: why, until when, and what one says against it. */
export function OwnSanctionCard({ sanction: one }: { readonly sanction: OwnSanction }) {
  return (
    <Card title={words.severities[one.severity]}>
      <div className="grid gap-4">
        <SanctionBadges of={one} />
        <Statement of={one} />
        <Appeal of={one} />
        <p className="text-sm text-muted">{words.redress}</p>
      </div>
    </Card>
  )
}

function Appeal({ of: one }: { readonly of: OwnSanction }) {
  const { id, appealStatus, appealReason, appealDecisionReason, appealableUntil, lifted } = one
  if (appealStatus !== 'NONE')
    return (
      <figure className="grid gap-2 rounded-control bg-sunken p-3">
        <figcaption className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {words.appeal}
          <Badge tone={tones[appealStatus]}>{words.appealStatus[appealStatus]}</Badge>
        </figcaption>
        <blockquote className="break-words whitespace-pre-line">{appealReason}</blockquote>
        {appealDecisionReason !== null && (
          <div>
            <p className="text-sm text-muted">{words.appealAnswer}</p>
            <p className="break-words whitespace-pre-line">{appealDecisionReason}</p>
          </div>
        )}
      </figure>
    )
  if (lifted || appealableUntil === null) return null
  if (isOver(appealableUntil)) return <p className="text-sm text-muted">{words.appealOver}</p>
  return <AppealForm sanctionId={id} until={appealableUntil} />
}
