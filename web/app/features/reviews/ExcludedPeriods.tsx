import type { PublicExclusion } from '../../../contract/reviews/scores.ts'
import { longDate } from '../../shared/format.ts'
import { scoreTexts } from './scores.texts.ts'

/** Periods that do not count for the score, with their reasons. */
export function ExcludedPeriods({ exclusions }: { readonly exclusions: readonly PublicExclusion[] }) {
  return (
    <ul className="grid gap-2">
      {exclusions.map(({ from, to, reason, decidedOn }) => (
        <li key={from} className="rounded-control bg-honey-soft px-3 py-2 text-sm text-honey-ink">
          <p className="font-semibold">{scoreTexts.leftOut(longDate(from), longDate(to))}</p>
          <p>{scoreTexts.decided(scoreTexts.reasons[reason], longDate(decidedOn))}</p>
        </li>
      ))}
    </ul>
  )
}
