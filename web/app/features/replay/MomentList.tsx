import type { CaseMoment } from '../../../contract/replay.ts'
import { Card } from '../../components/Card.tsx'
import { classNames } from '../../components/class-names.ts'
import { texts } from '../../texts.ts'
import { timeOf, titleOf } from './moment-words.ts'

const { replay: words } = texts

interface MomentListProps {
  readonly moments: readonly CaseMoment[]
  readonly place: number
  readonly onMove: (place: number) => void
}

export function MomentList({ moments, place, onMove }: MomentListProps) {
  return (
    <Card title={words.moments}>
      <ol className="-mx-2 grid gap-1">
        {moments.map((moment, n) => (
          <li key={moment.n}>
            <button
              type="button"
              aria-current={n === place ? 'step' : undefined}
              onClick={() => onMove(n)}
              className={classNames(
                'w-full rounded-control px-2 py-2 text-left text-sm',
                n === place ? 'bg-brand-soft text-brand-strong' : 'hover:bg-sunken',
              )}
            >
              <span className="block font-medium break-words">{titleOf(moment)}</span>
              <span className={classNames('block', n !== place && 'text-muted')}>
                {timeOf(moment)} · {words.by[moment.by.kind]}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Card>
  )
}
