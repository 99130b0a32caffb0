import { amendRatingBody, rateClientBody, type RatingGiven } from '../../../contract/ratings.ts'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { given, useForm } from '../../shared/form.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import type { criteria } from './RatingScores.tsx'

const { ratings: words } = texts

const unscored: Readonly<Record<(typeof criteria)[number]['field'], number | null>> = {
  punctualityScore: null,
  kindnessScore: null,
  paymentScore: null,
  roomConditionScore: null,
}
const blank = {
  clientEmail: '',
  overallRating: 0,
  ...unscored,
  stayType: 'leisure',
  stayDate: '',
  comment: '',
}

/** A rating being written: of a known client, or of whoever has the e-mail given. */
export const useRatingForm = (clientId: string | undefined, onSaved: () => void) => {
  const form = useForm(blank, rateClientBody, ({ clientEmail, comment, ...opinion }) => ({
    ...opinion,
    ...(clientId === undefined ? { clientEmail } : { clientId }),
    comment: given(comment),
  }))
  const saving = useWrite('rateClient', {
    refreshes: ['ratings', 'clients', 'statistics', 'ava', 'account'],
    onDone: ({ avaEarned }) => {
      showToast({ title: words.saved, text: avaEarned > 0 ? words.savedWithAva(avaEarned) : undefined })
      onSaved()
    },
    onRefused: (error) => {
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  return {
    form,
    pending: saving.isPending,
    submit: () => {
      if (form.values.overallRating === 0) showToast({ tone: 'bad', title: words.missingTitle, text: words.missing })
      form.whenSound((body) => saving.mutate({ body }))
    },
  }
}

/** A rating already given, being changed. */
export const useAmendment = (rating: RatingGiven, onSaved: () => void) => {
  const { id, overallRating, punctualityScore, kindnessScore, paymentScore, roomConditionScore } = rating
  const before = {
    overallRating,
    punctualityScore,
    kindnessScore,
    paymentScore,
    roomConditionScore,
    comment: rating.comment ?? '',
  }
  const form = useForm(before, amendRatingBody, ({ comment, ...scores }) => ({ ...scores, comment: given(comment) }))
  const saving = useWrite('amendRating', {
    refreshes: ['ratings', 'clients', 'statistics'],
    onDone: () => {
      showToast({ title: words.amended })
      onSaved()
    },
    onRefused: (error) => {
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  return {
    form,
    pending: saving.isPending,
    submit: () => form.whenSound((body) => saving.mutate({ params: { ratingId: id }, body })),
  }
}
