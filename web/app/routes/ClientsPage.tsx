import { ClientsScreen } from '../features/clients/ClientsScreen.tsx'
import { RateClient } from '../features/ratings/RateClient.tsx'
import { RemarkOn } from '../features/reviews/Remarks.tsx'
import { texts } from '../texts.ts'

export function ClientsPage() {
  return (
    <ClientsScreen
      action={<RateClient>{texts.clients.rate}</RateClient>}
      renderAction={({ id, name }) => (
        <div className="flex flex-wrap gap-2">
          <RateClient client={{ id, name }} small>
            {texts.ratings.add}
            <span className="sr-only"> {name}</span>
          </RateClient>
          <RemarkOn client={{ id, name }} />
        </div>
      )}
    />
  )
}
