import type { BusinessClient } from '../../../contract/ratings/clients.ts'
import { Badge, type BadgeTone } from '../../components/data-display.tsx'
import { clientTexts } from './clients.texts.ts'

/** B-20: the tier, then what has been earned everywhere. */
export function ClientBadges({ client }: { readonly client: BusinessClient }) {
  return (
    <p className="flex flex-wrap gap-1.5">
      {[tierBadge(client), ...rewardBadges(client)].map(({ text, tone }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </p>
  )
}

/** What the one badge means here that means more to the client (B-17, B-24). */
export function TierNote() {
  return <p className="text-sm text-muted">{clientTexts.trustedMeans}</p>
}

export interface ClientBadge {
  readonly text: string
  readonly tone: BadgeTone
}

type ClientStanding = Pick<BusinessClient, 'isTopClient' | 'averageRating'>

/** B-17; what a client sees of itself has an order of its own, in `standing-words.ts`. */
export const tierBadge = ({ isTopClient, averageRating }: ClientStanding): ClientBadge => {
  if (isTopClient) return { text: clientTexts.top, tone: 'gold' }
  if (averageRating >= 4) return { text: clientTexts.trusted, tone: 'good' }
  return { text: clientTexts.new, tone: 'plain' }
}

/** B-18: 20 for a top client with at least 4.8, 15 for a top client, 10 for the others. */
export const discountPercent = ({ isTopClient, averageRating }: ClientStanding) => {
  if (!isTopClient) return 10
  return averageRating >= 4.8 ? 20 : 15
}

/** B-20: the rewards a client has earned everywhere, as a business may see them. */
export const rewardBadges = (client: BusinessClient): readonly ClientBadge[] => {
  const { fiveStarRatingsCount: stars, uniqueProvidersCount: providers, bonusRewardEarned } = client
  return [
    ...(stars >= 5 && providers >= 5 ? [{ text: clientTexts.crossDiscount, tone: 'warm' as const }] : []),
    ...(bonusRewardEarned ? [{ text: clientTexts.bonus, tone: 'gold' as const }] : []),
    ...(stars >= 3 && !bonusRewardEarned
      ? [{ text: clientTexts.progress(Math.min(stars, 10)), tone: 'plain' as const }]
      : []),
  ]
}
