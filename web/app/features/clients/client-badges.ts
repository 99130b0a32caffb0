import type { BusinessClient } from '../../../contract/clients.ts'
import type { BadgeTone } from '../../components/Badge.tsx'
import { texts } from '../../texts.ts'

const { clients: words } = texts

export interface ClientBadge {
  readonly text: string
  readonly tone: BadgeTone
}

type Tiered = Pick<BusinessClient, 'isTopClient' | 'averageRating'>

/** B-17; what a client sees of itself has an order of its own, in `standing-words.ts`. */
export const tierOf = ({ isTopClient, averageRating }: Tiered): ClientBadge => {
  if (isTopClient) return { text: words.top, tone: 'gold' }
  if (averageRating >= 4) return { text: words.trusted, tone: 'good' }
  return { text: words.new, tone: 'plain' }
}

/** B-18: 20 for a top client with at least 4.8, 15 for a top client, 10 for the others. */
export const discountOf = ({ isTopClient, averageRating }: Tiered) => {
  if (!isTopClient) return 10
  return averageRating >= 4.8 ? 20 : 15
}

/** B-20: the rewards a client has earned everywhere, as a business may see them. */
export const rewardBadgesOf = (client: BusinessClient): readonly ClientBadge[] => {
  const { fiveStarRatingsCount: stars, uniqueProvidersCount: providers, bonusRewardEarned } = client
  return [
    ...(stars >= 5 && providers >= 5 ? [{ text: words.cross, tone: 'warm' as const }] : []),
    ...(bonusRewardEarned ? [{ text: words.bonus, tone: 'gold' as const }] : []),
    ...(stars >= 3 && !bonusRewardEarned
      ? [{ text: words.progress(Math.min(stars, 10)), tone: 'plain' as const }]
      : []),
  ]
}
