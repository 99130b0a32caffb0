import type { Standing } from '../../../contract/rewards.ts'
import type { BadgeTone } from '../../components/Badge.tsx'
import { texts } from '../../texts.ts'

interface Said {
  readonly text: string
  readonly tone: BadgeTone
}

const { client: names } = texts.dashboard
const { standing: words } = texts.rewards

/** B-19, Q-63: bonus first, then the cross-provider discount, then the tier. */
export const statusOf = ({ elite, cross, tier }: Standing): Said => {
  if (elite.state === 'earned') return { text: names.elite, tone: 'gold' }
  if (cross.discountPercent >= 2) return { text: names.cross, tone: 'warm' }
  if (tier === 'top') return { text: names.top, tone: 'gold' }
  return tier === 'trusted' ? { text: names.trusted, tone: 'good' } : { text: names.regular, tone: 'plain' }
}

/** S-19 */
export const crossStateOf = ({ elite, cross }: Standing): Said => {
  if (elite.state === 'earned') return { text: words.completed, tone: 'gold' }
  return cross.earned ? { text: words.active, tone: 'good' } : { text: words.pending, tone: 'plain' }
}

/** S-20 */
export const eliteStateOf = ({ elite }: Standing): Said => {
  if (elite.state === 'earned') return { text: words.earned, tone: 'gold' }
  return elite.state === 'available' ? { text: words.available, tone: 'good' } : { text: words.locked, tone: 'plain' }
}
