import { useQuery } from '@tanstack/react-query'
import { Avatar, Badge, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { oneDecimal } from '../../shared/format.ts'
import { discountPercent, tierBadge, TierNote } from './ClientBadges.tsx'
import { topClientsQuery } from './clients.queries.ts'
import { clientTexts } from './clients.texts.ts'

/** */
export function TopClients() {
  const best = useQuery(topClientsQuery)
  return (
    <Card title={clientTexts.topTitle} action={<TextLink to="/clients">{clientTexts.all}</TextLink>}>
      <QueryView query={best} empty={<EmptyState text={clientTexts.topEmpty} />}>
        {(clients) => (
          <div className="grid gap-4">
            <ol className="grid gap-4">
              {clients.map((client) => {
                const tier = tierBadge(client)
                return (
                  <li key={client.id} className="flex items-center gap-3">
                    <Avatar name={client.name} photo={client.profilePhoto} />
                    <div className="min-w-0 grow">
                      <p className="truncate font-medium">{client.name}</p>
                      <p className="mt-0.5 flex flex-wrap items-center gap-1.5">
                        <span className="text-sm font-semibold">{oneDecimal(client.averageRating)}</span>
                        <StarRating value={client.averageRating} />
                        <Badge tone={tier.tone}>{tier.text}</Badge>
                      </p>
                    </div>
                    <Badge tone="warm">{clientTexts.discount(discountPercent(client))}</Badge>
                  </li>
                )
              })}
            </ol>
            <TierNote />
          </div>
        )}
      </QueryView>
    </Card>
  )
}
