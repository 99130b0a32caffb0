/** The menus of the header look the same. */
export const menuPanel =
  'z-50 w-80 max-w-[calc(100vw-1.5rem)] rounded-card border border-line bg-surface p-2 shadow-float'

export const menuItem =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 outline-none data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-olive'
