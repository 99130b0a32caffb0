import type { OwnSanction } from '../../../contract/sanctions/sanctions.ts'
import { Badge } from '../../components/data-display.tsx'
import { longDate } from '../../shared/format.ts'
import { sanctionTexts } from './texts.ts'

export function SanctionStatus({ sanction }: { readonly sanction: OwnSanction }) {
  const { lifted, isActive, createdAt, expiresAt, proposed } = sanction
  const state = lifted ? sanctionTexts.lifted : isActive ? sanctionTexts.active : sanctionTexts.ended
  const end = expiresAt === null ? sanctionTexts.permanent : sanctionTexts.until(longDate(expiresAt))
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <Badge tone={isActive ? 'bad' : lifted ? 'good' : 'plain'}>{state}</Badge>
      <span>
        {sanctionTexts.since(longDate(createdAt))}, {end}
      </span>
      {isActive && proposed !== null && <span>{sanctionTexts.proposed}</span>}
    </p>
  )
}
