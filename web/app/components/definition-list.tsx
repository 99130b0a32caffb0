export type Definition = readonly [label: string, value: string | null]

interface DefinitionListProps {
  readonly facts: readonly Definition[]
  readonly none?: string
}

/** Labels with their values; `none` replaces a value of null. */
export function DefinitionList({ facts, none = 'Non indicato' }: DefinitionListProps) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
      {facts.map(([label, value]) => (
        <div key={label} className="grid gap-y-0.5 sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={value === null ? 'text-muted' : 'break-words'}>{value ?? none}</dd>
        </div>
      ))}
    </dl>
  )
}
