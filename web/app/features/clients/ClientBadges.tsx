import type { BusinessClient } from '../../../contract/clients.ts'
import { Badge } from '../../components/Badge.tsx'
import { texts } from '../../texts.ts'
import { rewardBadgesOf, tierOf } from './client-badges.ts'

/** B-20: the tier, then what has been earned everywhere. */
export function ClientBadges({ client }: { readonly client: BusinessClient }) {
  return (
    <p className="flex flex-wrap gap-1.5">
      {[tierOf(client), ...rewardBadgesOf(client)].map(({ text, tone }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </p>
  )
}

/** What the one badge means here that means more to the client (B-17, B-24). */
export function TierNote() {
  return <p className="text-sm text-muted">{texts.clients.trustedMeans}</p>
}
