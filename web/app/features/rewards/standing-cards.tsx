import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Building2, Star, Users } from 'lucide-react'
import type { Standing } from '../../../contract/rewards/rewards.ts'
import { Badge, type BadgeTone, Card, ProgressBar, StatCard } from '../../components/data-display.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { oneDecimal } from '../../shared/format.ts'
import { StandingExplanationDialog } from './explanations.tsx'
import { standingQuery } from './queries.ts'
import { rewardTexts } from './texts.ts'
import { dashboardTexts } from '../../pages/dashboard.texts.ts'

interface StatusLabel {
  readonly text: string
  readonly tone: BadgeTone
}

/** B-19, Q-63: bonus first, then the cross-provider discount, then the tier. */
export const clientStatusOf = ({ elite, cross, tier }: Standing): StatusLabel => {
  if (elite.state === 'earned') return { text: dashboardTexts.client.elite, tone: 'gold' }
  if (cross.discountPercent >= 2) return { text: dashboardTexts.client.cross, tone: 'warm' }
  if (tier === 'top') return { text: dashboardTexts.client.top, tone: 'gold' }
  return tier === 'trusted'
    ? { text: dashboardTexts.client.trusted, tone: 'good' }
    : { text: dashboardTexts.client.regular, tone: 'plain' }
}

/** S-19 */
export const crossStateOf = ({ elite, cross }: Standing): StatusLabel => {
  if (elite.state === 'earned') return { text: rewardTexts.standing.completed, tone: 'gold' }
  return cross.earned
    ? { text: rewardTexts.standing.active, tone: 'good' }
    : { text: rewardTexts.standing.pending, tone: 'plain' }
}

/** S-20 */
export const eliteStateOf = ({ elite }: Standing): StatusLabel => {
  if (elite.state === 'earned') return { text: rewardTexts.standing.earned, tone: 'gold' }
  return elite.state === 'available'
    ? { text: rewardTexts.standing.available, tone: 'good' }
    : { text: rewardTexts.standing.locked, tone: 'plain' }
}

/** how far the rewards across businesses are. */
export function RewardProgressCard() {
  const standing = useQuery(standingQuery)
  return (
    <Card title={rewardTexts.standing.title} action={<TextLink to="/my-rewards">{rewardTexts.standing.all}</TextLink>}>
      <QueryView query={standing} skeletonRows={2}>
        {(mine) => (
          <div className="grid gap-6">
            <MilestoneProgress
              title={rewardTexts.standing.cross}
              state={crossStateOf(mine)}
              progress={mine.progress.cross}
            />
            <MilestoneProgress
              title={rewardTexts.standing.elite}
              state={eliteStateOf(mine)}
              progress={mine.progress.elite}
            />
          </div>
        )}
      </QueryView>
    </Card>
  )
}

interface MilestoneProgressProps {
  readonly title: string
  readonly state: ReturnType<typeof crossStateOf>
  readonly progress: Standing['progress']['cross']
}

function MilestoneProgress({ title, state, progress: { fiveStars, providers } }: MilestoneProgressProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{title}</h3>
        <Badge tone={state.tone}>{state.text}</Badge>
      </div>
      <ProgressBar label={rewardTexts.standing.fiveStars} value={fiveStars.have} max={fiveStars.need} />
      <ProgressBar label={rewardTexts.standing.fiveStarProviders} value={providers.have} max={providers.need} />
    </div>
  )
}

/** the four figures of a client. */
export function StandingFigures() {
  const standing = useQuery(standingQuery)
  return (
    <section aria-label={dashboardTexts.statistics}>
      <QueryView query={standing} skeletonRows={1}>
        {(mine) => {
          const status = clientStatusOf(mine)
          return (
            <div className="grid gap-2">
              <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
                <StatCard
                  icon={Star}
                  label={dashboardTexts.client.average}
                  value={dashboardTexts.outOf5(mine.average)}
                />
                <StatCard icon={Users} label={dashboardTexts.client.total} value={mine.total} />
                <StatCard icon={Building2} label={dashboardTexts.client.providers} value={mine.uniqueProviders} />
                <StatCard
                  icon={BadgeCheck}
                  label={dashboardTexts.client.status}
                  value={<Badge tone={status.tone}>{status.text}</Badge>}
                />
              </dl>
              <div>
                <StandingExplanationDialog />
              </div>
            </div>
          )
        }}
      </QueryView>
    </section>
  )
}

/** */
export function TopClientProgress() {
  const standing = useQuery(standingQuery)
  return (
    <Card title={rewardTexts.standing.topTitle}>
      <QueryView query={standing} skeletonRows={1}>
        {({ tier, progress: { top } }) => (
          <div className="grid gap-4">
            <p className="text-sm text-muted">
              {tier === 'top' ? rewardTexts.standing.topReached : rewardTexts.standing.topText}
            </p>
            <ProgressBar label={rewardTexts.standing.stays} value={top.ratings.have} max={top.ratings.need} />
            <p className="flex justify-between text-sm">
              <span className="text-muted">{rewardTexts.standing.average}</span>
              <span className="font-medium tabular-nums">{oneDecimal(top.average)}</span>
            </p>
          </div>
        )}
      </QueryView>
    </Card>
  )
}
