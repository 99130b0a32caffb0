import { useInfiniteQuery } from '@tanstack/react-query'
import type { FlagRaised } from '../../../contract/flags-disputes.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { flagsRaised } from './reviews.queries.ts'

const { hearings: words, reviews } = texts
const tones: Readonly<Record<FlagRaised['status'], BadgeTone>> = {
  PENDING: 'gold',
  REVIEWED: 'plain',
  DISMISSED: 'bad',
  UPHELD: 'good',
}

/** What one has reported, and what became of it (S-14). */
export function FlagsRaised() {
  const flags = useInfiniteQuery(flagsRaised)
  return (
    <Card title={words.flags}>
      <Loaded query={flags} empty={<EmptyState text={words.flagsEmpty} />}>
        {(all) => (
          <>
            <ul className="grid gap-4 divide-y divide-line">
              {all.map((flag) => (
                <FlagRow key={flag.id} flag={flag} />
              ))}
            </ul>
            <Pager
              hasMore={flags.hasNextPage}
              pending={flags.isFetchingNextPage}
              onMore={() => void flags.fetchNextPage()}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function FlagRow({ flag }: { readonly flag: FlagRaised }) {
  const { status, reason, note, targetName, createdAt, decidedAt } = flag
  return (
    <li className="grid gap-1.5 pb-4 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[status]}>{words.flagStatus[status]}</Badge>
        <span className="font-medium">{targetName === null ? words.flaggedUnknown : words.flagged(targetName)}</span>
        <span className="text-sm text-muted">
          {words.flaggedAt(longDate(createdAt))}
          {decidedAt !== null && ` · ${words.flagDecidedAt(longDate(decidedAt))}`}
        </span>
      </p>
      <p className="break-words">
        {reviews.flagReasons[reason]}
        {note !== null && `: ${note}`}
      </p>
      <p className="text-sm text-muted">{words.flagOutcome[status]}</p>
    </li>
  )
}
