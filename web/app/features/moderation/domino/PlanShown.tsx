import type { DominoPlan } from '../../../../contract/domino.ts'
import { moment } from '../../../shared/format.ts'
import { texts } from '../../../texts.ts'
import { Approve } from './Approve.tsx'
import { Chain } from './Chain.tsx'
import { FiguresShown } from './FiguresShown.tsx'

const { domino: words } = texts

interface PlanShownProps {
  readonly plan: DominoPlan
  /** The review is still in sight: the plan can be approved. */
  readonly open: boolean
  /** The world is no longer the one it was made on. */
  readonly onOutdated: () => void
}

export function PlanShown({ plan, open, onOutdated }: PlanShownProps) {
  const { draftedAt, draftedByMe, approvedAt, effects, kept } = plan
  return (
    <div className="grid gap-4">
      <p className="text-sm font-medium">
        {approvedAt === null ? words.drafted(moment(draftedAt)) : words.approved(moment(approvedAt))}
      </p>
      <FiguresShown figures={plan.figures} />
      <Chain title={words.effects} effects={effects} />
      {kept.length > 0 && (
        <section>
          <h3 className="text-sm font-semibold">{words.kept}</h3>
          <ul className="mt-1 grid gap-1 text-sm">
            {kept.map(({ what, id, amount }) => (
              <li key={`${what} ${id ?? ''}`} className="break-words">
                {what === 'code-redeemed' ? words.keptCode(id ?? '', amount) : words.keptAva(amount)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {approvedAt === null && open && draftedByMe && <p className="text-sm">{words.needsAnother}</p>}
      {approvedAt === null && open && !draftedByMe && <Approve planId={plan.planId} onOutdated={onOutdated} />}
      <Outcome outcome={plan.outcome} />
    </div>
  )
}

/** What became of it, beside what was foreseen. */
function Outcome({ outcome }: Pick<DominoPlan, 'outcome'>) {
  if (outcome === null) return null
  const { missing, unforeseen } = outcome
  if (missing.length === 0 && unforeseen.length === 0) return <p className="text-sm text-olive">{words.asForeseen}</p>
  return (
    <>
      {missing.length > 0 && <Chain title={words.missing} effects={missing} />}
      {unforeseen.length > 0 && <Chain title={words.unforeseen} effects={unforeseen} />}
    </>
  )
}
