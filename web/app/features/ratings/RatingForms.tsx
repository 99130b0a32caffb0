import type { ReactNode } from 'react'
import { amendRatingBody, rateClientBody, type RatingGiven } from '../../../contract/ratings/ratings.ts'
import { ruleParameters } from '../../../contract/rule-parameters.ts'
import { Button } from '../../components/buttons.tsx'
import { DialogActions } from '../../components/dialogs.tsx'
import { Select, TextArea, TextInput } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { PremiumBadge } from '../../components/premium-badge.tsx'
import { ScoreSlider } from '../../components/slider.tsx'
import { StarRatingInput } from '../../components/star-rating.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField, blankToUndefined } from '../../shared/form.ts'
import { addDays, todayInRome } from '../../shared/format.ts'
import { useRuleSettings } from '../../shared/rule-settings.ts'
import { ratingCriteria } from '../../components/rating-scores.tsx'
import { ratingTexts } from './texts.ts'

interface RatingValues {
  readonly overallRating: number
  readonly punctualityScore: number | null
  readonly kindnessScore: number | null
  readonly paymentScore: number | null
  readonly roomConditionScore: number | null
  readonly comment: string
}

interface RatingFieldsProps {
  readonly values: RatingValues
  readonly errorOf: (field: string) => string | undefined
  readonly onScore: (field: Exclude<keyof RatingValues, 'comment'>, score: number) => void
  readonly onComment: (comment: string) => void
  /** Fields between the criteria and the comment. */
  readonly children?: ReactNode
}

/** Stars, four criteria and the comment. @rule Q-45 */
function RatingFields({ values, errorOf, onScore, onComment, children }: RatingFieldsProps) {
  return (
    <>
      <StarRatingInput
        legend={ratingTexts.overall}
        value={values.overallRating}
        error={errorOf('overallRating')}
        onChange={(stars) => onScore('overallRating', stars)}
      />
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {ratingCriteria.map(({ field, label }) => (
          <ScoreSlider
            key={field}
            label={label}
            value={values[field]}
            error={errorOf(field)}
            onChange={(score) => onScore(field, score)}
          />
        ))}
      </div>
      {children}
      <TextArea
        label={ratingTexts.comment}
        maxLength={ruleParameters.ratingCommentMaxLength}
        optional
        name="comment"
        value={values.comment}
        error={errorOf('comment')}
        onChange={({ target }) => onComment(target.value)}
      />
    </>
  )
}

const emptyScores: Readonly<Record<(typeof ratingCriteria)[number]['field'], number | null>> = {
  punctualityScore: null,
  kindnessScore: null,
  paymentScore: null,
  roomConditionScore: null,
}
const blankRating = {
  clientEmail: '',
  overallRating: 0,
  ...emptyScores,
  stayType: 'leisure',
  stayDate: '',
  comment: '',
}

/** A new rating, of the given client or of the one with the e-mail address entered. */
const useRatingForm = (clientId: string | undefined, onSaved: () => void) => {
  return useFormMutation('rateClient', {
    initialValues: blankRating,
    schema: rateClientBody,
    toBody: ({ clientEmail, comment, ...scores }) => ({
      ...scores,
      ...(clientId === undefined ? { clientEmail } : { clientId }),
      comment: blankToUndefined(comment),
    }),
    toInput: (body) => ({ body }),
    invalidates: ['ratings', 'clients', 'statistics', 'ava', 'account'],
    incompleteToast: ({ overallRating }) =>
      overallRating === 0 ? { tone: 'bad', title: ratingTexts.missingTitle, text: ratingTexts.missing } : undefined,
    successToast: ({ avaEarned }) => ({
      title: ratingTexts.saved,
      text: avaEarned > 0 ? ratingTexts.savedWithAva(avaEarned) : undefined,
    }),
    onSuccess: onSaved,
    failureText: ratingTexts.failed,
  })
}

const useAmendRatingForm = (rating: RatingGiven, onSaved: () => void) => {
  const { id, overallRating, punctualityScore, kindnessScore, paymentScore, roomConditionScore } = rating
  const initial = {
    overallRating,
    punctualityScore,
    kindnessScore,
    paymentScore,
    roomConditionScore,
    comment: rating.comment ?? '',
  }
  return useFormMutation('amendRating', {
    initialValues: initial,
    schema: amendRatingBody,
    toBody: ({ comment, ...scores }) => ({ ...scores, comment: blankToUndefined(comment) }),
    toInput: (body) => ({ params: { ratingId: id }, body }),
    invalidates: ['ratings', 'clients', 'statistics'],
    successToast: { title: ratingTexts.amended },
    onSuccess: onSaved,
    failureText: ratingTexts.failed,
  })
}

const stayOptions = Object.entries(ratingTexts.stay).map(([value, label]) => ({ value, label }))

export interface RatedClient {
  readonly id: string
  readonly name: string
  readonly isPremium: boolean
}

interface NewRatingFormProps {
  readonly client: RatedClient | undefined
  readonly onClose: () => void
}

export function NewRatingForm({ client, onClose }: NewRatingFormProps) {
  const { form, pending, submit } = useRatingForm(client?.id, onClose)
  const rules = useRuleSettings()
  return (
    <Form label={ratingTexts.dialogTitle} onSubmit={submit} errorCount={form.errorCount}>
      {client === undefined ? (
        <TextInput
          label={ratingTexts.clientEmail}
          hint={ratingTexts.clientEmailHint}
          type="email"
          autoComplete="off"
          required
          {...bindField(form, 'clientEmail')}
        />
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{client.name}</span>
          <PremiumBadge shown={client.isPremium} />
        </p>
      )}
      <RatingFields
        values={form.values}
        errorOf={form.errorOf}
        onScore={form.set}
        onComment={(comment) => form.set('comment', comment)}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Select label={ratingTexts.stayType} options={stayOptions} {...bindField(form, 'stayType')} />
          <TextInput
            label={ratingTexts.stayDate}
            type="date"
            hint={rules && ratingTexts.stayDateHint(rules.ratingStayMaxDays)}
            min={rules && addDays(todayInRome(), -rules.ratingStayMaxDays)}
            max={todayInRome()}
            required
            {...bindField(form, 'stayDate')}
          />
        </div>
      </RatingFields>
      {rules !== undefined && rules.ratingCountsEveryDays > 0 && (
        <p className="text-sm text-muted">{ratingTexts.countsOnce(rules.ratingCountsEveryDays)}</p>
      )}
      <FormAlert text={form.formError ?? (client && form.errorOf('clientEmail'))} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={pending}>
          {ratingTexts.submit}
        </Button>
      </DialogActions>
    </Form>
  )
}

interface AmendRatingFormProps {
  readonly rating: RatingGiven
  readonly onClose: () => void
}

export function AmendRatingForm({ rating, onClose }: AmendRatingFormProps) {
  const { form, pending, submit } = useAmendRatingForm(rating, onClose)
  return (
    <Form label={ratingTexts.amendTitle} onSubmit={submit} errorCount={form.errorCount}>
      <RatingFields
        values={form.values}
        errorOf={form.errorOf}
        onScore={form.set}
        onComment={(comment) => form.set('comment', comment)}
      />
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={pending}>
          {ratingTexts.amendSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}
