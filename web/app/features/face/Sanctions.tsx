import { MailLink } from '../../components/MailLink.tsx'
import { settings } from '../../settings.ts'
import { texts } from '../../texts.ts'

const { sanctions: words } = texts.community

/** A warning, two suspensions, the door. */
export function Sanctions() {
  return (
    <>
      <p className="text-lg text-muted">{words.lead}</p>
      <ol className="grid gap-4 sm:grid-cols-2">
        {words.steps.map(({ when, what, text }) => (
          <li key={when} className="rounded-card border border-line bg-surface p-5 shadow-card">
            <p className="text-sm text-muted">{when}</p>
            <p className="mt-1 font-display text-xl">{what}</p>
            <p className="mt-2">{text}</p>
          </li>
        ))}
      </ol>
      <p>
        {words.appeal} <MailLink to={settings.supportEmail}>{settings.supportEmail}</MailLink>
      </p>
    </>
  )
}
