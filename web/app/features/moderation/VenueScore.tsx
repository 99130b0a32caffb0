import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Exclusion } from '../../../contract/scores.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { showToast } from '../../components/toast.ts'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { longDate, oneDecimal } from '../../shared/format.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { ExcludePeriod } from './ExcludePeriod.tsx'
import { exclusionsOf } from './score-desk.queries.ts'
import type { ChosenVenue } from './ScoreDesk.tsx'

const { scoreDesk: words, why } = texts

/** One venue's score with the periods that are or were out of it. */
export function VenueScore({ venue }: { readonly venue: ChosenVenue }) {
  const query = useQuery(exclusionsOf(venue.id))
  return (
    <Loaded query={query} rows={2}>
      {({ businessName, scores, exclusions }) => (
        <Card title={businessName} action={<ExcludePeriod venue={venue} />}>
          <p className="mb-4">{words.current(oneDecimal(scores.inForce.average), scores.inForce.opinions)}</p>
          <h3 className="mb-2 font-semibold">{words.periods}</h3>
          {exclusions.length === 0 && <p className="text-muted">{words.periodsEmpty}</p>}
          <ul className="grid gap-3">
            {exclusions.map((exclusion) => (
              <Period key={exclusion.id} businessId={venue.id} exclusion={exclusion} />
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
  )
}

function Period({ businessId, exclusion }: { readonly businessId: string; readonly exclusion: Exclusion }) {
  const { id, from, to, reason, facts, liftedAt, liftFacts } = exclusion
  const [lifting, setLifting] = useState(false)
  const write = useWrite('liftExclusion', {
    refreshes: ['moderation', 'businesses', 'reviews'],
    onDone: () => {
      setLifting(false)
      showToast({ title: words.liftDone })
    },
  })
  return (
    <li className="grid gap-1 border-t border-line pt-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{words.period(longDate(from), longDate(to))}</span>
        <Badge tone={liftedAt === null ? 'gold' : 'plain'}>
          {liftedAt === null ? words.standing : words.lifted(longDate(liftedAt))}
        </Badge>
      </p>
      <p className="text-sm text-muted">{why.score.reasons[reason]}</p>
      <p className="break-words whitespace-pre-line">{facts}</p>
      {liftFacts !== null && <p className="text-sm break-words whitespace-pre-line text-muted">{liftFacts}</p>}
      {liftedAt === null && (
        <div>
          <Button look="secondary" small onClick={() => setLifting(true)}>
            {words.lift}
          </Button>
        </div>
      )}
      {lifting && (
        <ReasonDialog
          title={words.liftTitle}
          text={words.liftText}
          label={words.liftFacts}
          maxLength={2000}
          confirm={texts.moderation.confirm}
          pending={write.isPending}
          refusal={write.error}
          onClose={() => setLifting(false)}
          onConfirm={(said) => write.mutate({ params: { id: businessId, exclusionId: id }, body: { facts: said } })}
        />
      )}
    </li>
  )
}
