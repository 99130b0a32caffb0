import { BadgeCheck } from 'lucide-react'
import { Badge } from './data-display.tsx'
import { classNames } from './styles.ts'
import { premiumBadgeTexts } from './premium-badge.texts.ts'
import { Tooltip } from './tooltip.tsx'

interface PremiumBadgeProps {
  readonly shown: boolean
  /** Only a sign on narrow screens. */
  readonly compact?: boolean
}

/** Marks an account with Premium next to its name, and says that it is paid for. @rule D-35 @rule Q-73 */
export function PremiumBadge({ shown, compact = false }: PremiumBadgeProps) {
  if (!shown) return null
  const badge = (
    <Tooltip text={premiumBadgeTexts.hint}>
      <span className={classNames(compact && 'max-sm:hidden')}>
        <Badge tone="gold">
          <BadgeCheck aria-hidden="true" className="size-3.5" />
          {premiumBadgeTexts.name}
        </Badge>
      </span>
    </Tooltip>
  )
  if (!compact) return badge
  return (
    <>
      {badge}
      <span className="text-honey-ink sm:hidden">
        <BadgeCheck aria-hidden="true" className="size-4.5" />
        <span className="sr-only">{premiumBadgeTexts.name}</span>
      </span>
    </>
  )
}
