import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/Card.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Progress } from '../../components/Progress.tsx'
import { oneDecimal } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { ownStanding } from './rewards.queries.ts'

const { standing: words } = texts.rewards

/** */
export function TopProgress() {
  const standing = useQuery(ownStanding)
  return (
    <Card title={words.topTitle}>
      <Loaded query={standing} rows={1}>
        {({ tier, progress: { top } }) => (
          <div className="grid gap-4">
            <p className="text-sm text-muted">{tier === 'top' ? words.topReached : words.topText}</p>
            <Progress label={words.stays} have={top.ratings.have} need={top.ratings.need} />
            <p className="flex justify-between text-sm">
              <span className="text-muted">{words.average}</span>
              <span className="font-medium tabular-nums">{oneDecimal(top.average)}</span>
            </p>
          </div>
        )}
      </Loaded>
    </Card>
  )
}
