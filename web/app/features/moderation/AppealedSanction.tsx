import type { CaseFile } from '../../../contract/moderation.ts'
import { Card } from '../../components/Card.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'

const { queue: words } = texts

/** What was imposed, why, and what is said against it. */
export function AppealedSanction({ sanction }: { readonly sanction: NonNullable<CaseFile['sanction']> }) {
  const { severity, facts, appealReason, createdAt, expiresAt } = sanction
  return (
    <Card title={words.appealed}>
      <p>
        {words.severity[severity]} ·{' '}
        {words.sanctioned(longDate(createdAt), expiresAt === null ? null : longDate(expiresAt))}
      </p>
      <dl className="mt-3 grid gap-3">
        <div>
          <dt className="text-sm text-muted">{words.sanctionFacts}</dt>
          <dd className="break-words whitespace-pre-line">{facts}</dd>
        </div>
        {appealReason !== null && (
          <div>
            <dt className="text-sm text-muted">{words.appealWords}</dt>
            <dd className="break-words whitespace-pre-line">{appealReason}</dd>
          </div>
        )}
      </dl>
      <p className="mt-4">
        <TextLink to="/admin/reviews?view=sanctions">{texts.conduct.console.decideThere}</TextLink>
      </p>
    </Card>
  )
}
