import { ScrollLink } from './ScrollLink.tsx'

interface ContentsProps {
  readonly title: string
  readonly entries: readonly { readonly id: string; readonly title: string }[]
}

/** What a long page holds, beside it where there is room. */
export function Contents({ title, entries }: ContentsProps) {
  return (
    <div className="self-start rounded-card bg-sunken p-5 lg:sticky lg:top-24">
      <h2 className="text-sm font-semibold">{title}</h2>
      <ol className="mt-3 grid gap-1 text-sm">
        {entries.map((entry) => (
          <li key={entry.id}>
            <ScrollLink to={entry.id} className="inline-block py-1 underline-offset-4 hover:underline">
              {entry.title}
            </ScrollLink>
          </li>
        ))}
      </ol>
    </div>
  )
}
