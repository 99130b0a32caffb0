import { useEffect } from 'react'
import { complain, showToast } from '../../components/toast.ts'
import { said, type Refused } from '../../shared/refused.ts'
import { useSession } from '../../shared/session.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { moderation: words } = texts
const refused = (error: Refused) => complain(said(error, words.failed))

interface Claimable {
  readonly caseId: string
  readonly claimedBy: string | null
}

/** Taking a case and giving it back. */
export const useClaiming = ({ caseId, claimedBy }: Claimable) => {
  const id = useSession().data?.id
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
  const whose = claimedBy === null ? 'nobody' : claimedBy === id ? 'mine' : 'another’s'
  const pending = claiming.isPending || releasing.isPending
  return {
    whose,
    pending,
    claim: () => claiming.mutate({ params }),
    release: () => releasing.mutate({ params }),
    /** By one key: whichever of the two can be done. */
    toggle: () => {
      if (pending) return
      if (whose === 'nobody') claiming.mutate({ params })
      if (whose === 'mine') releasing.mutate({ params })
    },
  } as const
}

/** Before the end by so much the claim is renewed. */
const renewedBeforeMs = 2 * 60_000

/** Whoever has a case before his eyes keeps it: the claim is renewed while the page is seen, and lapses when it is left. */
export const useRenewal = ({
  caseId,
  claimedBy,
  claimedUntil,
}: Claimable & { readonly claimedUntil: string | null }) => {
  const id = useSession().data?.id
  const { mutate } = useWrite('claimCase', { refreshes: ['moderation'] })
  useEffect(() => {
    if (claimedBy !== id || claimedUntil === null) return undefined
    const left = Date.parse(claimedUntil) - Date.now()
    if (left <= 0) return undefined
    const renew = () => {
      if (!document.hidden) mutate({ params: { caseId } })
    }
    const timer = setTimeout(renew, Math.max(left - renewedBeforeMs, left / 2))
    return () => clearTimeout(timer)
  }, [caseId, claimedBy, claimedUntil, id, mutate])
}
