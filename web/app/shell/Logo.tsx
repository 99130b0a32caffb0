/** An arch, the door of a house, and an olive leaf growing in it. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-9 shrink-0">
      <rect width="32" height="32" rx="9" className="fill-brand" />
      <path
        d="M9 25V14.5a7 7 0 0 1 14 0V25"
        fill="none"
        strokeWidth="2.6"
        strokeLinecap="round"
        className="stroke-on-brand"
      />
      <path d="M16 25c0-5.2 1.7-8 5-9.2-.2 4-1.8 7.2-5 9.2Z" className="fill-on-brand" />
      <path d="M16 25c0-3.6-1.2-5.7-3.8-6.7.1 2.9 1.4 5.2 3.8 6.7Z" className="fill-on-brand" />
    </svg>
  )
}
