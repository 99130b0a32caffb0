import { type ReactNode, useState } from 'react'

interface DisclosureProps {
  readonly title: string
  /** Rendered when it is first opened, so that it loads nothing before. */
  readonly children: ReactNode
}

/** A section that is closed at first. */
export function Disclosure({ title, children }: DisclosureProps) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details
      className="min-w-0 rounded-card border border-line bg-surface shadow-card"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setOpened(true)
      }}
    >
      <summary className="cursor-pointer rounded-card px-4 py-3 font-semibold sm:px-6">{title}</summary>
      <div className="px-4 pt-1 pb-4 sm:px-6">{wasOpened && children}</div>
    </details>
  )
}
