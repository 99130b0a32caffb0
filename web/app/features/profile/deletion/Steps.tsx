import { classNames } from '../../../components/class-names.ts'
import { texts } from '../../../texts.ts'
import type { Step } from './deletion-form.ts'

const { deletion: words } = texts
const places: Readonly<Record<Step, number>> = { overview: 0, preview: 1, confirm: 2, processing: 2, completed: 3 }

/** T-218 */
export function Steps({ step }: { readonly step: Step }) {
  return (
    <ol aria-label={words.progress} className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {words.steps.map((name, place) => (
        <li
          key={name}
          aria-current={place === places[step] ? 'step' : undefined}
          className={classNames(place === places[step] ? 'font-semibold text-brand' : 'text-muted')}
        >
          {place + 1}. {name}
        </li>
      ))}
    </ol>
  )
}
