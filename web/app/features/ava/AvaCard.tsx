import { useQuery } from '@tanstack/react-query'
import { Card, ProgressBar } from '../../components/data-display.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { avaProfileQuery, ratingsUntilNextAva } from './queries.ts'
import { avaTexts } from './wallet.texts.ts'

/** */
export function AvaCard() {
  const profile = useQuery(avaProfileQuery)
  return (
    <Card title={avaTexts.card} action={<TextLink to="/ava-wallet">{avaTexts.open}</TextLink>}>
      <QueryView query={profile} skeletonRows={1}>
        {({ avaBalance, avaMaturing, totalRatingsGiven }) => (
          <div className="grid gap-3">
            <p className="text-3xl font-semibold tabular-nums">{avaTexts.amount(avaBalance)}</p>
            {avaMaturing > 0 && <p className="text-sm text-muted">{avaTexts.maturing(avaMaturing)}</p>}
            <ProgressBar
              label={avaTexts.ratingsLeft(ratingsUntilNextAva(totalRatingsGiven))}
              value={totalRatingsGiven % 10}
              max={10}
            />
          </div>
        )}
      </QueryView>
    </Card>
  )
}
