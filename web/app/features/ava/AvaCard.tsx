import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/Card.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Progress } from '../../components/Progress.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'
import { avaProfile, leftUntilNext } from './ava.queries.ts'

const { ava: words } = texts

/** */
export function AvaCard() {
  const profile = useQuery(avaProfile)
  return (
    <Card title={words.card} action={<TextLink to="/ava-wallet">{words.open}</TextLink>}>
      <Loaded query={profile} rows={1}>
        {({ avaBalance, avaMaturing, totalRatingsGiven }) => (
          <div className="grid gap-3">
            <p className="text-3xl font-semibold tabular-nums">{words.amount(avaBalance)}</p>
            {avaMaturing > 0 && <p className="text-sm text-muted">{words.maturing(avaMaturing)}</p>}
            <Progress label={words.left(leftUntilNext(totalRatingsGiven))} have={totalRatingsGiven % 10} need={10} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
