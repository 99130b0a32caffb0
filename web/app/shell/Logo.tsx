/** Arched gateway with an olive branch. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 36" aria-hidden="true" className="h-10 w-9 shrink-0">
      <path d="M2 35V15a14 14 0 0 1 28 0v20Z" className="fill-brand" />
      <path
        d="M6.25 35V15a9.75 9.75 0 0 1 19.5 0v20"
        fill="none"
        strokeWidth="1.3"
        className="stroke-on-brand opacity-70"
      />
      <path d="M16 35c-.4-6 .1-10.5.9-15" fill="none" strokeWidth="1.5" className="stroke-on-brand" />
      <path d="M17.2 19.8c-1.9-3-1.7-6 .5-9.3 2 3.3 1.9 6.4-.5 9.3Z" className="fill-on-brand" />
      <path d="M16.3 24.6c.9-3.4 2.9-5.3 6.1-5.9-.3 3.6-2.5 5.7-6.1 5.9Z" className="fill-on-brand" />
      <path d="M15.9 24.6c-3.4-.4-5.4-2.3-5.9-5.7 3.5.4 5.6 2.3 5.9 5.7Z" className="fill-on-brand" />
      <path d="M15.9 31c.8-3.2 2.8-5 6-5.5-.4 3.4-2.5 5.3-6 5.5Z" className="fill-on-brand" />
      <path d="M15.8 31c-3.3-.4-5.2-2.2-5.7-5.4 3.3.4 5.3 2.2 5.7 5.4Z" className="fill-on-brand" />
    </svg>
  )
}
