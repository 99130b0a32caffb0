import type { ReactNode } from 'react'
import type { IssuedReward, OwnReward } from '../../../contract/rewards.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { stateOf, type RewardState } from './Counters.tsx'

const { rewards: words } = texts
const tones: Readonly<Record<RewardState, BadgeTone>> = { available: 'good', used: 'plain', expired: 'bad' }

interface CouponProps {
  readonly reward: OwnReward | IssuedReward
  /** Where it counts, or whose it was. */
  readonly about: ReactNode
  /** Further ways to know about it. */
  readonly more?: ReactNode
  /** What can be done with it while it can be spent. */
  readonly actions?: ReactNode
}

/** One code: what it gives, until when, and what to do with it. */
export function Coupon({ reward, about, more, actions }: CouponProps) {
  const { code, discountPercent, ruleType, expiresAt, redeemedAt } = reward
  const state = stateOf(reward)
  return (
    <li className="grid gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:grid-cols-[1fr_auto] sm:items-center sm:p-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-lg font-semibold">{words.percent(discountPercent)}</span>
          <Badge tone="warm">{words.ruleNames[ruleType ?? 'ELITE']}</Badge>
          <Badge tone={tones[state]}>{words.states[state]}</Badge>
        </p>
        <p className="mt-1.5 font-mono tracking-wide break-all">{code}</p>
        <p className="mt-1.5 text-sm break-words text-muted">
          {about} · {redeemedAt === null ? words.until(longDate(expiresAt)) : words.usedOn(longDate(redeemedAt))}
        </p>
        {more !== undefined && <div className="mt-2">{more}</div>}
      </div>
      {state === 'available' && actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </li>
  )
}
