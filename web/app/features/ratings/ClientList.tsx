import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BusinessClient } from '../../../contract/ratings/clients.ts'
import { Avatar } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { PremiumBadge } from '../../components/premium-badge.tsx'
import { oneDecimal } from '../../shared/format.ts'
import { ClientBadges } from './ClientBadges.tsx'
import { ClientPhotosDialog } from './ClientPhotosDialog.tsx'
import { ClientRewardsDialog } from './ClientRewardsDialog.tsx'
import { ownClientsQuery } from './queries.ts'
import { clientTexts } from './clients.texts.ts'

interface ClientListProps {
  /** Action next to the title. */
  readonly action: ReactNode
  /** Action on each client. */
  readonly renderAction: (client: BusinessClient) => ReactNode
}

/** Clients of the business. @rule R-56 */
export function ClientList({ action, renderAction }: ClientListProps) {
  const clients = useQuery(ownClientsQuery)
  return (
    <PageLayout title={clientTexts.title} intro={clientTexts.intro} action={action}>
      <QueryView query={clients} empty={<EmptyState text={clientTexts.empty} />}>
        {(list) => (
          <ul className="grid gap-4 lg:grid-cols-2">
            {list.map((client) => (
              <ClientCard key={client.id} client={client} action={renderAction(client)} />
            ))}
          </ul>
        )}
      </QueryView>
    </PageLayout>
  )
}

interface ClientCardProps {
  readonly client: BusinessClient
  readonly action: ReactNode
}

function ClientCard({ client, action }: ClientCardProps) {
  return (
    <li className="flex flex-wrap items-start gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <Avatar name={client.name} photo={client.profilePhoto} />
      <div className="min-w-0 grow basis-48">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 font-semibold break-words">{client.name}</h2>
          <PremiumBadge shown={client.isPremium} />
        </div>
        <p className="text-sm break-words text-muted">{client.email}</p>
        <p className="text-sm text-muted">{clientDetails(client).join(' · ')}</p>
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm">
          {client.totalRatings > 0 && (
            <>
              <span className="font-semibold">{oneDecimal(client.averageRating)}</span>
              <StarRating value={client.averageRating} />
            </>
          )}
          {clientTexts.totalRatings(client.totalRatings)}
        </p>
        <div className="mt-2">
          <ClientBadges client={client} />
        </div>
      </div>
      <div className="flex basis-full flex-wrap gap-2">
        {action}
        <ClientPhotosDialog client={client} />
        <ClientRewardsDialog client={client} />
      </div>
    </li>
  )
}

const clientDetails = ({ residence, age, travelType }: BusinessClient) =>
  [
    residence,
    age === null ? null : clientTexts.age(age),
    travelType === null ? null : clientTexts.travel[travelType],
  ].filter((detail) => detail !== null)
