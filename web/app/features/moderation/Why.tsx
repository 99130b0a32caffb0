import type { PriorityPart } from '../../../contract/queue.ts'
import { texts } from '../../texts.ts'

const { queue: words } = texts

/** What a case's priority is the sum of. */
export function Why({ why }: { readonly why: readonly PriorityPart[] }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1 font-medium">{words.why}</summary>
      <ul className="mt-1 grid gap-1">
        {why.map(({ part, points }) => (
          <li key={part} className="flex justify-between gap-4">
            <span className="text-muted">{words.parts[part]}</span>
            <span>{words.points(points)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
