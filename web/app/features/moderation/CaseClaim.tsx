import { useEffect } from 'react'
import type { Lane, QueuedCase } from '../../../contract/moderation/cases.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge } from '../../components/data-display.tsx'
import { type ApiError, errorMessage } from '../../shared/api-error.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../toasts.ts'
import { dateTime } from '../../shared/format.ts'
import { useSession } from '../../shared/session.ts'
import { caseQueueTexts, moderationTexts } from './texts.ts'

const showClaimError = (error: ApiError) => showErrorToast(errorMessage(error, moderationTexts.failed))

interface Claimable {
  readonly caseId: string
  readonly claimedBy: string | null
}

export const useClaim = ({ caseId, claimedBy }: Claimable) => {
  const id = useSession().data?.id
  const params = { caseId }
  const claiming = useApiMutation('claimCase', {
    invalidates: ['moderation'],
    onSuccess: () => showToast({ title: moderationTexts.claimed }),
    onError: showClaimError,
  })
  const releasing = useApiMutation('releaseCase', {
    invalidates: ['moderation'],
    onSuccess: () => showToast({ title: moderationTexts.released }),
    onError: showClaimError,
  })
  const claimant = claimedBy === null ? 'nobody' : claimedBy === id ? 'me' : 'other'
  const pending = claiming.isPending || releasing.isPending
  return {
    claimant,
    pending,
    claim: () => claiming.mutate({ params }),
    release: () => releasing.mutate({ params }),
    /** Claims an unclaimed case or releases the moderator's own. */
    toggle: () => {
      if (pending) return
      if (claimant === 'nobody') claiming.mutate({ params })
      if (claimant === 'me') releasing.mutate({ params })
    },
  } as const
}

/** Time before the end of a claim at which it is renewed. */
const renewLeadMs = 2 * 60_000

/** Renews the moderator's claim while the case is open in a visible tab. */
export const useClaimRenewal = ({
  caseId,
  claimedBy,
  claimedUntil,
}: Claimable & { readonly claimedUntil: string | null }) => {
  const id = useSession().data?.id
  const { mutate } = useApiMutation('claimCase', { invalidates: ['moderation'] })
  useEffect(() => {
    if (claimedBy !== id || claimedUntil === null) return undefined
    const left = Date.parse(claimedUntil) - Date.now()
    if (left <= 0) return undefined
    const renew = () => {
      if (!document.hidden) mutate({ params: { caseId } })
    }
    const timer = setTimeout(renew, Math.max(left - renewLeadMs, left / 2))
    return () => clearTimeout(timer)
  }, [caseId, claimedBy, claimedUntil, id, mutate])
}

/** Claims the next case of a lane and opens it. */
export const useNextCase = (lane: Lane, onClaimed: (caseId: string) => void) => {
  const claiming = useApiMutation('nextCase', {
    invalidates: ['moderation'],
    onSuccess: ({ caseId }) => {
      showToast({ title: moderationTexts.claimed })
      onClaimed(caseId)
    },
    onError: (error) =>
      error.code === 'QueueEmpty'
        ? showToast({ title: moderationTexts.laneEmpty })
        : showErrorToast(errorMessage(error, moderationTexts.failed)),
  })
  return { pending: claiming.isPending, claim: () => claiming.isPending || claiming.mutate({ body: { lane } }) }
}

interface ClaimStatusProps {
  readonly claimedCase: Pick<QueuedCase, 'claimedByName' | 'claimedUntil'>
  readonly claiming: ReturnType<typeof useClaim>
}

/** Who holds the case and until when, with the button to claim or release it. */
export function ClaimStatus({ claimedCase: { claimedByName, claimedUntil }, claiming }: ClaimStatusProps) {
  const { claimant, pending, claim, release } = claiming
  const until = claimedUntil === null ? null : dateTime(claimedUntil)
  if (claimant === 'nobody')
    return (
      <Button variant="secondary" small aria-keyshortcuts="c" pending={pending} onClick={claim}>
        {moderationTexts.claim}
      </Button>
    )
  if (claimant === 'other')
    return (
      <Badge tone="gold">
        {claimedByName === null || until === null
          ? moderationTexts.claimedByOther
          : caseQueueTexts.claimedBy(claimedByName, until)}
      </Badge>
    )
  return (
    <>
      <Badge tone="good">{until === null ? moderationTexts.claimedByMe : caseQueueTexts.claimedByMe(until)}</Badge>
      <Button variant="secondary" small aria-keyshortcuts="c" pending={pending} onClick={release}>
        {moderationTexts.release}
      </Button>
    </>
  )
}
