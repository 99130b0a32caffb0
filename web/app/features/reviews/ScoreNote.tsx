import { useState } from 'react'
import type { LeftOut, Scores } from '../../../contract/scores.ts'
import { CheckBox } from '../../components/CheckBox.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { longDate, oneDecimal } from '../../shared/format.ts'
import { texts } from '../../texts.ts'

const { score: words } = texts.why

/** The score in force; where days are left out of it, why, and the full number at a touch. */
export function ScoreShown({ scores, total }: { readonly scores: Scores; readonly total: number }) {
  const [full, setFull] = useState(false)
  const { average, opinions } = full ? scores.all : scores.inForce
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-3" aria-live="polite">
        {opinions === 0 ? (
          words.none
        ) : (
          <>
            <span className="text-2xl font-semibold tabular-nums">{oneDecimal(average)}</span>
            <StarsShown value={average} />
          </>
        )}
        <span className="text-muted">{texts.reviews.business.total(total)}</span>
      </p>
      {scores.exclusions.length > 0 && (
        <>
          <LeftOutList exclusions={scores.exclusions} />
          <p className="text-sm text-muted">{texts.why.asOf(longDate(scores.asOf))}</p>
          <CheckBox label={words.switch} checked={full} onChange={({ target }) => setFull(target.checked)} />
        </>
      )}
    </div>
  )
}

export function LeftOutList({ exclusions }: { readonly exclusions: readonly LeftOut[] }) {
  return (
    <ul className="grid gap-2">
      {exclusions.map(({ from, to, reason, decidedOn }) => (
        <li key={from} className="rounded-control bg-honey-soft px-3 py-2 text-sm text-honey-ink">
          <p className="font-semibold">{words.leftOut(longDate(from), longDate(to))}</p>
          <p>{words.decided(words.reasons[reason], longDate(decidedOn))}</p>
        </li>
      ))}
    </ul>
  )
}
