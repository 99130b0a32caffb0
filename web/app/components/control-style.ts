/** Text inputs, selects and text areas look the same. */
export const controlStyle =
  'w-full min-h-11 rounded-control border border-edge bg-surface px-3.5 py-2 text-ink placeholder:text-muted ' +
  'aria-invalid:border-danger disabled:opacity-60'
