import { texts } from '../../texts.ts'
import type { Fact } from './facts.ts'

/** Names and values; what is not said is said not to be. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
      {facts.map(([label, value]) => (
        <div key={label} className="grid gap-y-0.5 sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={value === null ? 'text-muted' : 'break-words'}>{value ?? texts.profile.none}</dd>
        </div>
      ))}
    </dl>
  )
}
