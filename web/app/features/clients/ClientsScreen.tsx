import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BusinessClient } from '../../../contract/clients.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Portrait } from '../../components/Portrait.tsx'
import { Screen } from '../../components/Screen.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { oneDecimal } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { ClientBadges, TierNote } from './ClientBadges.tsx'
import { ClientPhoto } from './ClientPhoto.tsx'
import { ClientRewards } from './ClientRewards.tsx'
import { ownClients } from './clients.queries.ts'

const { clients: words } = texts

interface ClientsScreenProps {
  /** What can be done for nobody in particular, beside the title. */
  readonly action: ReactNode
  readonly renderAction: (client: BusinessClient) => ReactNode
}

/** */
export function ClientsScreen({ action, renderAction }: ClientsScreenProps) {
  const clients = useQuery(ownClients)
  return (
    <Screen title={words.title} intro={words.intro} action={action}>
      <Loaded query={clients} empty={<EmptyState text={words.empty} />}>
        {(list) => (
          <>
            <TierNote />
            <ul className="grid gap-4 lg:grid-cols-2">
              {list.map((client) => (
                <ClientCard key={client.id} client={client} action={renderAction(client)} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

interface ClientCardProps {
  readonly client: BusinessClient
  readonly action: ReactNode
}

function ClientCard({ client, action }: ClientCardProps) {
  return (
    <li className="flex flex-wrap items-start gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <Portrait name={client.name} photo={client.profilePhoto} />
      <div className="min-w-0 grow basis-48">
        <h2 className="font-semibold break-words">{client.name}</h2>
        <p className="text-sm break-words text-muted">{client.email}</p>
        <p className="text-sm text-muted">{factsOf(client).join(' · ')}</p>
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm">
          {client.totalRatings > 0 && (
            <>
              <span className="font-semibold">{oneDecimal(client.averageRating)}</span>
              <StarsShown value={client.averageRating} />
            </>
          )}
          {words.totalRatings(client.totalRatings)}
        </p>
        <div className="mt-2">
          <ClientBadges client={client} />
        </div>
      </div>
      <div className="flex basis-full flex-wrap gap-2">
        {action}
        <ClientPhoto client={client} />
        <ClientRewards client={client} />
      </div>
    </li>
  )
}

const factsOf = ({ residence, age, travelType }: BusinessClient) =>
  [residence, age === null ? null : words.age(age), travelType === null ? null : words.travel[travelType]].filter(
    (fact) => fact !== null,
  )
