import type { BusinessClient, RewardBadge } from '../../../contract/ratings/clients.ts'
import { Badge, type BadgeTone } from '../../components/data-display.tsx'
import { clientTexts } from './clients.texts.ts'

const badgeTones = { new: 'plain', trusted: 'good', top: 'gold' } satisfies Record<
  BusinessClient['tierBadge'],
  BadgeTone
>

const rewardTones = { cross: 'warm', elite: 'gold', progress: 'plain' } satisfies Record<RewardBadge['type'], BadgeTone>

export function ClientBadge({ badge }: { readonly badge: BusinessClient['tierBadge'] }) {
  return <Badge tone={badgeTones[badge]}>{clientTexts.badges[badge]}</Badge>
}

/** Badge of a client, then its reward badges. @rule B-20 */
export function ClientBadges({ client: { tierBadge, rewardBadges } }: { readonly client: BusinessClient }) {
  return (
    <p className="flex flex-wrap gap-1.5">
      <ClientBadge badge={tierBadge} />
      {rewardBadges.map((badge) => (
        <Badge key={badge.type} tone={rewardTones[badge.type]}>
          {rewardBadgeText(badge)}
        </Badge>
      ))}
    </p>
  )
}

const rewardBadgeText = (badge: RewardBadge): string => {
  switch (badge.type) {
    case 'cross':
      return clientTexts.crossBadge(badge.percent)
    case 'elite':
      return clientTexts.eliteBadge(badge.percent)
    case 'progress':
      return clientTexts.progressBadge(badge.have, badge.need)
  }
}
