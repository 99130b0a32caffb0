import { textLinkStyle } from './text-link-style.ts'

/** Opens the reader's own mail program. */
export function MailLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <a href={`mailto:${to}`} className={textLinkStyle}>
      {children}
    </a>
  )
}
