import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BadgeCheck, Building2, Star, Users } from 'lucide-react'
import type { Standing } from '../../../contract/rewards/rewards.ts'
import { Badge, type BadgeTone, Card, ProgressBar, StatCard } from '../../components/data-display.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { oneDecimal } from '../../shared/format.ts'
import { StandingExplanationDialog } from './RewardExplanations.tsx'
import { standingQuery } from './queries.ts'
import { rewardTexts } from './texts.ts'
import { dashboardTexts } from '../../pages/dashboard.texts.ts'

const statusTones = { elite: 'gold', cross: 'warm', top: 'gold', trusted: 'good', regular: 'plain' } satisfies Record<
  Standing['status'],
  BadgeTone
>
const crossTones = { pending: 'plain', active: 'good', completed: 'gold' } satisfies Record<
  Standing['cross']['state'],
  BadgeTone
>
const eliteTones = { locked: 'plain', available: 'warm', earned: 'gold' } satisfies Record<
  Standing['elite']['state'],
  BadgeTone
>

/** Progress towards the discounts across businesses. @rule R-68 @rule S-19 @rule S-20 */
export function RewardProgressCard() {
  const standing = useQuery(standingQuery)
  return (
    <Card title={rewardTexts.standing.title} action={<TextLink to="/my-rewards">{rewardTexts.standing.all}</TextLink>}>
      <QueryView query={standing} skeletonRows={2}>
        {({ cross, elite, progress }) => (
          <div className="grid gap-6">
            <MilestoneProgress
              title={rewardTexts.standing.cross}
              badge={<Badge tone={crossTones[cross.state]}>{rewardTexts.standing.crossStates[cross.state]}</Badge>}
              progress={progress.cross}
            />
            <MilestoneProgress
              title={rewardTexts.standing.elite}
              badge={<Badge tone={eliteTones[elite.state]}>{rewardTexts.standing.eliteStates[elite.state]}</Badge>}
              progress={progress.elite}
              note={elite.state === 'available' ? rewardTexts.standing.eliteWithheld : undefined}
            />
          </div>
        )}
      </QueryView>
    </Card>
  )
}

interface MilestoneProgressProps {
  readonly title: string
  readonly badge: ReactNode
  readonly progress: Standing['progress']['cross']
  readonly note?: string | undefined
}

function MilestoneProgress({ title, badge, progress: { fiveStars, providers }, note }: MilestoneProgressProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{title}</h3>
        {badge}
      </div>
      <ProgressBar label={rewardTexts.standing.fiveStars} value={fiveStars.have} max={fiveStars.need} />
      <ProgressBar label={rewardTexts.standing.fiveStarVenues} value={providers.have} max={providers.need} />
      {note !== undefined && <p className="text-sm text-muted">{note}</p>}
    </div>
  )
}

/** The four metrics of a client. @rule R-63 @rule B-19 */
export function StandingMetrics() {
  const standing = useQuery(standingQuery)
  return (
    <section aria-label={dashboardTexts.statistics}>
      <QueryView query={standing} skeletonRows={1}>
        {({ average, total, uniqueProviders, status }) => (
          <div className="grid gap-2">
            <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
              <StatCard icon={Star} label={dashboardTexts.client.average} value={dashboardTexts.outOf5(average)} />
              <StatCard icon={Users} label={dashboardTexts.client.total} value={total} />
              <StatCard icon={Building2} label={dashboardTexts.client.venues} value={uniqueProviders} />
              <StatCard
                icon={BadgeCheck}
                label={dashboardTexts.client.status}
                value={
                  <Badge tone={statusTones[status]} wraps>
                    {dashboardTexts.client[status]}
                  </Badge>
                }
              />
            </dl>
            <div>
              <StandingExplanationDialog />
            </div>
          </div>
        )}
      </QueryView>
    </section>
  )
}

/** Progress towards the top tier. @rule R-69 */
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
