import { ChevronDown } from 'lucide-react'

/** Style of the header's menus. */
export const menuPanel =
  'z-50 w-80 max-w-[calc(100vw-1.5rem)] rounded-card border border-line bg-surface p-2 shadow-float'

export const menuItem =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 outline-none data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-olive'

export const userButton = 'flex min-h-11 items-center gap-2 rounded-control px-2 hover:bg-sunken'

/** Content of the button that opens the user menu. */
export function UserInitial({ name }: { readonly name: string }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="grid size-9 place-items-center rounded-t-full rounded-b-md bg-olive-soft pt-1 font-display text-lg leading-none text-olive"
      >
        {name.slice(0, 1).toUpperCase()}
      </span>
      <ChevronDown aria-hidden="true" className="size-4 text-muted" />
    </>
  )
}
