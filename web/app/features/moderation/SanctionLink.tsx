import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'

interface SanctionLinkProps {
  readonly accountId: string
  readonly name: string | null
}

/** To a sanction for whoever wrote this; the name travels beside the address, not in it. */
export function SanctionLink({ accountId, name }: SanctionLinkProps) {
  const query = new URLSearchParams({ view: 'sanctions', account: accountId })
  return (
    <p className="text-sm">
      <TextLink to={`/admin/reviews?${query.toString()}`} state={{ sanctioned: name }}>
        {texts.conduct.console.sanctionAuthor}
      </TextLink>
    </p>
  )
}
