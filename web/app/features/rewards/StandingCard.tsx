import { useQuery } from '@tanstack/react-query'
import type { Standing } from '../../../contract/rewards.ts'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Progress } from '../../components/Progress.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'
import { ownStanding } from './rewards.queries.ts'
import { crossStateOf, eliteStateOf } from './standing-words.ts'

const { standing: words } = texts.rewards

/** how far the rewards across businesses are. */
export function StandingCard() {
  const standing = useQuery(ownStanding)
  return (
    <Card title={words.title} action={<TextLink to="/my-rewards">{words.all}</TextLink>}>
      <Loaded query={standing} rows={2}>
        {(mine) => (
          <div className="grid gap-6">
            <Milestone title={words.cross} state={crossStateOf(mine)} progress={mine.progress.cross} />
            <Milestone title={words.elite} state={eliteStateOf(mine)} progress={mine.progress.elite} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

interface MilestoneProps {
  readonly title: string
  readonly state: ReturnType<typeof crossStateOf>
  readonly progress: Standing['progress']['cross']
}

function Milestone({ title, state, progress: { fiveStars, providers } }: MilestoneProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{title}</h3>
        <Badge tone={state.tone}>{state.text}</Badge>
      </div>
      <Progress label={words.fiveStars} have={fiveStars.have} need={fiveStars.need} />
      <Progress label={words.fiveStarProviders} have={providers.have} need={providers.need} />
    </div>
  )
}
