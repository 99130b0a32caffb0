import { ClientList } from '../features/ratings/ClientList.tsx'
import { RateClientDialog } from '../features/ratings/RateClientDialog.tsx'
import { PrivateRemarkDialog } from '../features/reviews/PrivateRemarks.tsx'
import { clientTexts } from '../features/ratings/clients.texts.ts'
import { ratingTexts } from '../features/ratings/texts.ts'

export function ClientsPage() {
  return (
    <ClientList
      action={<RateClientDialog>{clientTexts.rate}</RateClientDialog>}
      renderAction={({ id, name, isPremium }) => (
        <div className="flex flex-wrap gap-2">
          <RateClientDialog client={{ id, name, isPremium }} small>
            {ratingTexts.add}
            <span className="sr-only"> {name}</span>
          </RateClientDialog>
          <PrivateRemarkDialog client={{ id, name }} />
        </div>
      )}
    />
  )
}
