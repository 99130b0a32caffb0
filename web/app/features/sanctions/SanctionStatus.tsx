import type { OwnSanction } from '../../../contract/sanctions/sanctions.ts'
import { Badge } from '../../components/data-display.tsx'
import { longDate } from '../../shared/format.ts'
import { sanctionTexts } from './texts.ts'

/** Whether it stands, and for how long. */
export function SanctionStatus({ of: one }: { readonly of: OwnSanction }) {
  const state = one.lifted ? sanctionTexts.lifted : one.isActive ? sanctionTexts.active : sanctionTexts.ended
  const end = one.expiresAt === null ? sanctionTexts.permanent : sanctionTexts.until(longDate(one.expiresAt))
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <Badge tone={one.isActive ? 'bad' : one.lifted ? 'good' : 'plain'}>{state}</Badge>
      <span>
        {sanctionTexts.since(longDate(one.createdAt))}, {end}
      </span>
    </p>
  )
}
