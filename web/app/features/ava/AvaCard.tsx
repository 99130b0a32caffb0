import { useQuery } from '@tanstack/react-query'
import { Card, ProgressBar } from '../../components/data-display.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { avaProfileQuery } from './queries.ts'
import { avaTexts } from './wallet.texts.ts'

/** AVA balance and progress to the next AVA. @rule R-45 @rule B-30 */
export function AvaCard() {
  const profile = useQuery(avaProfileQuery)
  return (
    <Card title={avaTexts.card} action={<TextLink to="/ava-wallet">{avaTexts.open}</TextLink>}>
      <QueryView query={profile} skeletonRows={1}>
        {({ avaBalance, avaMaturing, ratingsToNextAva, ratingsPerAva }) => (
          <div className="grid gap-3">
            <p className="text-3xl font-semibold tabular-nums">{avaTexts.amount(avaBalance)}</p>
            {avaMaturing > 0 && <p className="text-sm text-muted">{avaTexts.maturing(avaMaturing)}</p>}
            <ProgressBar
              label={avaTexts.ratingsLeft(ratingsToNextAva)}
              value={ratingsPerAva - ratingsToNextAva}
              max={ratingsPerAva}
            />
          </div>
        )}
      </QueryView>
    </Card>
  )
}
