import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Anomaly } from '../../../contract/scores.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { showToast } from '../../components/toast.ts'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { longDate, oneDecimal } from '../../shared/format.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { openAnomalies } from './score-desk.queries.ts'
import type { ChosenVenue } from './ScoreDesk.tsx'

const { scoreDesk: words } = texts

interface AnomaliesProps {
  readonly onLook: (venue: ChosenVenue) => void
}

/** What the detector found, for people to judge. */
export function Anomalies({ onLook }: AnomaliesProps) {
  const query = useInfiniteQuery(openAnomalies)
  return (
    <section aria-label={words.anomalies} className="grid gap-3">
      <div>
        <h2 className="text-lg font-semibold">{words.anomalies}</h2>
        <p className="text-sm text-muted">{words.anomaliesIntro}</p>
      </div>
      <Loaded query={query} rows={2} empty={<EmptyState text={words.anomaliesEmpty} />}>
        {(list) => (
          <>
            <ul className="grid gap-3">
              {list.map((anomaly) => (
                <AnomalyRow key={`${anomaly.businessId} ${anomaly.day}`} anomaly={anomaly} onLook={onLook} />
              ))}
            </ul>
            <Pager
              hasMore={query.hasNextPage}
              pending={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}

function AnomalyRow({ anomaly, onLook }: AnomaliesProps & { readonly anomaly: Anomaly }) {
  const { businessId, businessName, day, opinions, usual, average, newAccounts, score, detectorVersion } = anomaly
  const [closing, setClosing] = useState(false)
  const dismissing = useWrite('dismissAnomaly', {
    refreshes: ['moderation'],
    onDone: () => {
      setClosing(false)
      showToast({ title: words.fineDone })
    },
  })
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface p-4 shadow-card">
      <h3 className="font-medium">{words.anomaly(businessName, longDate(day))}</h3>
      <p>{words.numbers(opinions, usual, oneDecimal(average))}</p>
      <p className="text-sm text-muted">
        {words.fresh(newAccounts)} · {words.score(score, detectorVersion)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button small onClick={() => onLook({ id: businessId, day })}>
          {words.look}
        </Button>
        <Button look="secondary" small onClick={() => setClosing(true)}>
          {words.fine}
        </Button>
      </div>
      {closing && (
        <ReasonDialog
          title={words.fineTitle}
          label={words.fineNotes}
          maxLength={2000}
          confirm={texts.moderation.confirm}
          pending={dismissing.isPending}
          refusal={dismissing.error}
          onClose={() => setClosing(false)}
          onConfirm={(notes) => dismissing.mutate({ params: { id: businessId, day }, body: { notes } })}
        />
      )}
    </li>
  )
}
