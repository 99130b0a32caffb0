import type { CaseFile } from '../../../contract/moderation.ts'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'

const { moderation: words, queue: more } = texts

/** What a moderator should know of whom the decision falls on: what was written, and what is in force against them. */
export function AuthorRecord({ author, title = words.author }: Pick<CaseFile, 'author'> & { readonly title?: string }) {
  return (
    <Card title={title}>
      <p>{author.name ?? words.unknownName}</p>
      <p className="mt-1 text-sm text-muted">{words.record(author)}</p>
      {author.sanctions.length === 0 ? (
        <p className="mt-1 text-sm text-muted">{more.noSanctions}</p>
      ) : (
        <ul aria-label={more.sanctions} className="mt-3 grid gap-2">
          {author.sanctions.map(({ id, severity, active, createdAt, expiresAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-2 text-sm">
              <span>{more.severity[severity]}</span>
              <Badge tone={active ? 'bad' : 'plain'}>{active ? more.inForce : more.over}</Badge>
              <span className="text-muted">
                {more.sanctioned(longDate(createdAt), expiresAt === null ? null : longDate(expiresAt))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
