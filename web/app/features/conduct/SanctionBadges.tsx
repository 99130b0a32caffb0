import type { OwnSanction } from '../../../contract/conduct.ts'
import { Badge } from '../../components/Badge.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'

const { conduct: words } = texts

/** Whether it stands, and for how long. */
export function SanctionBadges({ of: one }: { readonly of: OwnSanction }) {
  const state = one.lifted ? words.lifted : one.isActive ? words.active : words.over
  const end = one.expiresAt === null ? words.forever : words.until(longDate(one.expiresAt))
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <Badge tone={one.isActive ? 'bad' : one.lifted ? 'good' : 'plain'}>{state}</Badge>
      <span>
        {words.since(longDate(one.createdAt))}, {end}
      </span>
    </p>
  )
}
