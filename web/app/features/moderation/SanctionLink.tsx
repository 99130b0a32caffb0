import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'

/** To a sanction for whoever wrote this. */
export function SanctionLink({ accountId }: { readonly accountId: string }) {
  const query = new URLSearchParams({ view: 'sanctions', account: accountId })
  return (
    <p className="text-sm">
      <TextLink to={`/admin/reviews?${query.toString()}`}>{texts.conduct.console.sanctionAuthor}</TextLink>
    </p>
  )
}
