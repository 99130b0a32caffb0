import { useQuery } from '@tanstack/react-query'
import type { RuleBookAnswer } from '../../../contract/rulebooks.ts'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Forbidden } from '../../components/Forbidden.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Screen } from '../../components/Screen.tsx'
import { useUser } from '../../shared/session.ts'
import { isAdmin } from '../../shared/staff.ts'
import { texts } from '../../texts.ts'
import { DraftCard } from './DraftCard.tsx'
import { RuleSetCard } from './RuleSetCard.tsx'
import { ruleBooks } from './rulebook.queries.ts'

const { rulebooks: words } = texts

/** which rules earn AVA, and how others come into force. */
export function RuleBooksScreen() {
  return isAdmin(useUser()) ? <Desk /> : <Forbidden title={words.title} text={words.forbidden} />
}

function Desk() {
  const books = useQuery(ruleBooks)
  return (
    <Screen title={words.title} intro={words.intro}>
      <Loaded query={books}>{(list) => list.map((book) => <Book key={book.name} book={book} />)}</Loaded>
    </Screen>
  )
}

function Book({ book }: { readonly book: RuleBookAnswer }) {
  return (
    <div className="grid items-start gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {book.sets.map((set) => (
          <RuleSetCard key={set.version} set={set} book={book} />
        ))}
      </div>
      <Card title={words.drafts}>
        {book.drafts.length === 0 ? (
          <EmptyState text={words.empty} />
        ) : (
          <ul className="divide-y divide-line">
            {book.drafts.map((draft) => (
              <DraftCard key={draft.id} draft={draft} book={book.name} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}
