import type { QueuedCase } from '../../../contract/queue.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { moment } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import type { useClaiming } from './claiming.ts'

const { moderation: words, queue: more } = texts

interface ClaimProps {
  readonly of: Pick<QueuedCase, 'claimedByName' | 'claimedUntil'>
  readonly claiming: ReturnType<typeof useClaiming>
}

/** Whose the case is and until when, and taking it or giving it back. */
export function Claim({ of: { claimedByName, claimedUntil }, claiming }: ClaimProps) {
  const { whose, pending, claim, release } = claiming
  const until = claimedUntil === null ? null : moment(claimedUntil)
  if (whose === 'nobody')
    return (
      <Button look="secondary" small aria-keyshortcuts="c" pending={pending} onClick={claim}>
        {words.claim}
      </Button>
    )
  if (whose === 'another’s')
    return (
      <Badge tone="gold">
        {claimedByName === null || until === null ? words.claimedByOther : more.claimedBy(claimedByName, until)}
      </Badge>
    )
  return (
    <>
      <Badge tone="good">{until === null ? words.claimedByMe : more.claimedByMe(until)}</Badge>
      <Button look="secondary" small aria-keyshortcuts="c" pending={pending} onClick={release}>
        {words.release}
      </Button>
    </>
  )
}
