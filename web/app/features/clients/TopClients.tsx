import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Portrait } from '../../components/Portrait.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { oneDecimal } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { TierNote } from './ClientBadges.tsx'
import { discountOf, tierOf } from './client-badges.ts'
import { topClients } from './clients.queries.ts'

const { clients: words } = texts

/** */
export function TopClients() {
  const best = useQuery(topClients)
  return (
    <Card title={words.topTitle} action={<TextLink to="/clients">{words.all}</TextLink>}>
      <Loaded query={best} empty={<EmptyState text={words.topEmpty} />}>
        {(clients) => (
          <div className="grid gap-4">
            <ol className="grid gap-4">
              {clients.map((client) => {
                const tier = tierOf(client)
                return (
                  <li key={client.id} className="flex items-center gap-3">
                    <Portrait name={client.name} photo={client.profilePhoto} />
                    <div className="min-w-0 grow">
                      <p className="truncate font-medium">{client.name}</p>
                      <p className="mt-0.5 flex flex-wrap items-center gap-1.5">
                        <span className="text-sm font-semibold">{oneDecimal(client.averageRating)}</span>
                        <StarsShown value={client.averageRating} />
                        <Badge tone={tier.tone}>{tier.text}</Badge>
                      </p>
                    </div>
                    <Badge tone="warm">{words.discount(discountOf(client))}</Badge>
                  </li>
                )
              })}
            </ol>
            <TierNote />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
