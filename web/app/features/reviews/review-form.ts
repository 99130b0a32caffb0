import { submitReviewBody } from '../../../contract/reviews.ts'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { given, useForm } from '../../shared/form.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { reviews: words } = texts

/** Also what the form goes back to after a save (S-18). */
const blank = { rating: 0, comment: '', reasonCode: 'OTHER', visibility: 'PUBLIC_ANONYMOUS' }

interface Writing {
  readonly targetType: 'BUSINESS' | 'USER'
  readonly targetId: string | undefined
  /** The sentence for a failure nobody explains. */
  readonly failed: string
  readonly onSaved: () => void
}

/** A review being written. */
export const useReviewForm = ({ targetType, targetId, failed, onSaved }: Writing) => {
  const form = useForm(blank, submitReviewBody, ({ comment, ...rest }) => ({
    ...rest,
    comment: given(comment),
    ...(targetType === 'USER' ? { visibility: 'PRIVATE_TO_BUSINESS' } : {}),
    targetType,
    targetId,
  }))
  const saving = useWrite('submitReview', {
    refreshes: ['reviews', 'businesses', 'rewards', 'ava', 'account'],
    onDone: ({ newlyIssuedRewards }) => {
      form.reset()
      announce(newlyIssuedRewards)
      onSaved()
    },
    onRefused: (error) => {
      const why = said(error, failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  return {
    form,
    pending: saving.isPending,
    submit: () => {
      if (form.values.rating === 0) showToast({ tone: 'bad', title: words.missingTitle, text: words.missing })
      form.whenSound((body) => saving.mutate({ body }))
    },
  }
}

interface NewReward {
  readonly discountPercent: number
  readonly code: string
}

/** One toast: with rewards it lists every code instead of saying “saved”. */
const announce = (rewards: readonly NewReward[]) =>
  showToast(
    rewards.length === 0
      ? { title: words.saved }
      : {
          title: words.rewardTitle,
          text: rewards.map(({ discountPercent, code }) => words.rewardLine(discountPercent, code)).join('\n'),
        },
  )
