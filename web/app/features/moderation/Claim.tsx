import type { QueuedCase } from '../../../contract/moderation.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { said, type Refused } from '../../shared/refused.ts'
import { useUser } from '../../shared/session.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { moderation: words } = texts
const refused = (error: Refused) => complain(said(error, words.failed))

/** Whose the case is, and taking it or giving it back. */
export function Claim({ of: { caseId, claimedBy } }: { readonly of: Pick<QueuedCase, 'caseId' | 'claimedBy'> }) {
  const { id } = useUser()
  const params = { caseId }
  const claiming = useWrite('claimCase', {
    refreshes: ['moderation'],
    onDone: () => showToast({ title: words.claimed }),
    onRefused: refused,
  })
  const releasing = useWrite('releaseCase', {
    refreshes: ['moderation'],
    onDone: () => showToast({ title: words.released }),
    onRefused: refused,
  })
  if (claimedBy === null)
    return (
      <Button look="secondary" small pending={claiming.isPending} onClick={() => claiming.mutate({ params })}>
        {words.claim}
      </Button>
    )
  if (claimedBy !== id) return <Badge tone="gold">{words.claimedByOther}</Badge>
  return (
    <>
      <Badge tone="good">{words.claimedByMe}</Badge>
      <Button look="secondary" small pending={releasing.isPending} onClick={() => releasing.mutate({ params })}>
        {words.release}
      </Button>
    </>
  )
}
