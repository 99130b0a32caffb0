import type { Statement } from '../../../contract/hearings.ts'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'

const { hearings: words } = texts

/** What business and author said since the dispute was opened, in turn. */
export function BothSides({ statements }: { readonly statements: readonly Statement[] }) {
  if (statements.length === 0) return null
  return (
    <ol aria-label={words.showStatements} className="grid gap-3">
      {statements.map(({ id, party, message, filedAt }) => (
        <li key={id}>
          <p className="text-sm text-muted">{`${words[party]} · ${longDate(filedAt)}`}</p>
          <p className="break-words whitespace-pre-line">{message}</p>
        </li>
      ))}
    </ol>
  )
}
