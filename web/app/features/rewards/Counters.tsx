import { Ban, CheckCheck, Ticket } from 'lucide-react'
import type { IssuedReward, OwnReward } from '../../../contract/rewards.ts'
import { StatCard } from '../../components/StatCard.tsx'
import { texts } from '../../texts.ts'

const { rewards: words } = texts

export type RewardState = 'available' | 'used' | 'expired'

export const stateOf = ({ isActive, redeemedAt }: OwnReward | IssuedReward): RewardState => {
  if (redeemedAt !== null) return 'used'
  return isActive ? 'available' : 'expired'
}

/** How many can be spent, were spent, are lost. */
export function Counters({ rewards }: { readonly rewards: readonly (OwnReward | IssuedReward)[] }) {
  const states = rewards.map(stateOf)
  const count = (state: RewardState) => states.filter((one) => one === state).length
  return (
    <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4">
      <StatCard icon={Ticket} label={words.available} value={count('available')} />
      <StatCard icon={CheckCheck} label={words.used} value={count('used')} />
      <StatCard icon={Ban} label={words.expired} value={count('expired')} />
    </dl>
  )
}
