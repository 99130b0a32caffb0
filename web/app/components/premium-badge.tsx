import { BadgeCheck } from 'lucide-react'
import { Badge } from './data-display.tsx'
import { componentTexts } from './texts.ts'
import { Tooltip } from './tooltip.tsx'

/** Marks an account with Premium next to its name, and says that it is paid for. @rule D-35 @rule Q-73 */
export function PremiumBadge({ shown }: { readonly shown: boolean }) {
  if (!shown) return null
  return (
    <Tooltip text={componentTexts.premiumHint}>
      <span>
        <Badge tone="gold">
          <BadgeCheck aria-hidden="true" className="size-3.5" />
          {componentTexts.premium}
        </Badge>
      </span>
    </Tooltip>
  )
}
