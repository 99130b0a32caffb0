import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { RatingGiven } from '../../../contract/ratings/ratings.ts'
import { Button } from '../../components/buttons.tsx'
import { Avatar, Badge, Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { EmptyState, QueryView, Skeleton } from '../../components/feedback.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { lazyComponent } from '../../lazy.ts'
import { showErrorToast, showToast } from '../../toasts.ts'
import { longDate } from '../../shared/format.ts'
import { RateClientDialog } from './RateClientDialog.tsx'
import { recentRatingsQuery } from './queries.ts'
import { RatingScores } from '../../components/rating-scores.tsx'
import { PremiumBadge } from '../../components/premium-badge.tsx'
import { ratingTexts } from './texts.ts'

const ContestState = lazyComponent(() => import('./RatingContest.tsx').then((m) => m.ContestState))
const AmendRatingForm = lazyComponent(() => import('./RatingForms.tsx').then((m) => m.AmendRatingForm))

interface GivenRatingActionsProps {
  readonly rating: RatingGiven
}

/** Amend and withdraw, while the rating is changeable. @rule D-38 a contested rating can only be withdrawn */
function GivenRatingActions({ rating }: GivenRatingActionsProps) {
  const [openDialog, setOpenDialog] = useState<'amend' | 'withdraw'>()
  const close = () => setOpenDialog(undefined)
  const { clientName, changeable, changeableUntil, contest } = rating
  if (!changeable) return null
  return (
    <div className="flex flex-wrap gap-2">
      {contest === null && (
        <Button
          variant="secondary"
          small
          aria-label={`${ratingTexts.amend} ${clientName}`}
          onClick={() => setOpenDialog('amend')}
        >
          {ratingTexts.amend}
        </Button>
      )}
      <Button
        variant="quiet"
        small
        aria-label={`${ratingTexts.withdraw} ${clientName}`}
        onClick={() => setOpenDialog('withdraw')}
      >
        {ratingTexts.withdraw}
      </Button>
      <Dialog
        open={openDialog === 'amend'}
        onClose={close}
        title={ratingTexts.amendTitle}
        description={ratingTexts.changeableUntil(clientName, longDate(changeableUntil))}
      >
        <Suspense fallback={<Skeleton />}>
          <AmendRatingForm rating={rating} onClose={close} />
        </Suspense>
      </Dialog>
      <Dialog
        open={openDialog === 'withdraw'}
        onClose={close}
        title={ratingTexts.withdrawTitle}
        description={ratingTexts.withdrawText}
      >
        <WithdrawRatingConfirmation rating={rating} onClose={close} />
      </Dialog>
    </div>
  )
}

interface RatingDialogProps extends GivenRatingActionsProps {
  readonly onClose: () => void
}

function WithdrawRatingConfirmation({ rating: { id }, onClose }: RatingDialogProps) {
  const withdrawing = useApiMutation('withdrawRating', {
    invalidates: ['ratings', 'clients', 'statistics', 'ava', 'account'],
    onSuccess: () => {
      showToast({ title: ratingTexts.withdrawn })
      onClose()
    },
    onError: (error) => showErrorToast(errorMessage(error, ratingTexts.failed)),
  })
  return (
    <DialogActions onCancel={onClose}>
      <Button pending={withdrawing.isPending} onClick={() => withdrawing.mutate({ params: { ratingId: id } })}>
        {ratingTexts.withdrawSubmit}
      </Button>
    </DialogActions>
  )
}

/** Ratings given recently. `growth` is shown above the list. @rule R-46 */
export function RecentRatings({ growth }: { readonly growth: ReactNode }) {
  const recent = useQuery(recentRatingsQuery)
  return (
    <Card
      title={ratingTexts.recent}
      action={
        <RateClientDialog small>
          <Plus aria-hidden="true" className="size-4" />
          {ratingTexts.add}
        </RateClientDialog>
      }
    >
      {growth}
      <QueryView query={recent} skeletonRows={5} empty={<EmptyState text={ratingTexts.recentEmpty} />}>
        {(list) => (
          <ul className="grid gap-5 divide-y divide-line">
            {list.map((rating) => (
              <GivenRatingRow key={rating.id} rating={rating} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function GivenRatingRow({ rating }: { readonly rating: RatingGiven }) {
  return (
    <li className="grid gap-3 pb-5 last:pb-0">
      <div className="flex flex-wrap items-start gap-3">
        <Avatar name={rating.clientName} photo={rating.clientPhoto} />
        <div className="min-w-0 grow basis-40">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium break-words">{rating.clientName}</span>
            <PremiumBadge shown={rating.clientIsPremium} />
            {rating.isTopClient && <Badge tone="gold">{ratingTexts.topClientBadge}</Badge>}
            <span className="text-sm text-muted">{ratingTexts.average(rating.clientAverageRating)}</span>
          </p>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            {ratingTexts.stay[rating.stayType]} · {longDate(rating.stayDate)}
            {!rating.counted && <Badge>{ratingTexts.notCounted}</Badge>}
          </p>
        </div>
        <StarRating value={rating.overallRating} />
      </div>
      <RatingScores rating={rating} />
      {rating.comment !== null && <p className="break-words">{rating.comment}</p>}
      {rating.contest !== null && (
        <Suspense fallback={<div className="min-h-11" />}>
          <ContestState contest={rating.contest} />
        </Suspense>
      )}
      <GivenRatingActions rating={rating} />
    </li>
  )
}
