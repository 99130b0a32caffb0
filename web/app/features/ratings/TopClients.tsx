import { useQuery } from '@tanstack/react-query'
import { Avatar, Badge, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { PremiumBadge } from '../../components/premium-badge.tsx'
import { oneDecimal } from '../../shared/format.ts'
import { ClientBadge } from './ClientBadges.tsx'
import { clientTexts } from './clients.texts.ts'
import { topClientsQuery } from './queries.ts'

/** The clients with the best average. @rule R-53 @rule B-18 with their indicative discount */
export function TopClients() {
  const topClients = useQuery(topClientsQuery)
  return (
    <Card title={clientTexts.topTitle} action={<TextLink to="/clients">{clientTexts.all}</TextLink>}>
      <QueryView query={topClients} empty={<EmptyState text={clientTexts.topEmpty} />}>
        {(clients) => (
          <ol className="grid gap-4">
            {clients.map((client) => (
              <li key={client.id} className="flex items-center gap-3">
                <Avatar name={client.name} photo={client.profilePhoto} />
                <div className="min-w-0 grow">
                  <p className="truncate font-medium">{client.name}</p>
                  <div className="mt-0.5 flex flex-wrap items-center gap-1.5">
                    <span className="text-sm font-semibold">{oneDecimal(client.averageRating)}</span>
                    <StarRating value={client.averageRating} />
                    <ClientBadge badge={client.tierBadge} />
                    <PremiumBadge shown={client.isPremium} />
                  </div>
                </div>
                <Badge tone="warm">{clientTexts.discount(client.badgeDiscountPercent)}</Badge>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Card>
  )
}
