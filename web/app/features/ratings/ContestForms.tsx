import { contestRatingBody } from '../../../contract/ratings/contests.ts'
import { statementBody } from '../../../contract/reviews/flags-and-disputes.ts'
import { textLengths } from '../../../contract/reviews/lengths.ts'
import { Button } from '../../components/buttons.tsx'
import { DialogActions } from '../../components/dialogs.tsx'
import { DisputeFields } from '../../components/dispute-fields.tsx'
import { TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { disputeFeedback } from '../../shared/dispute-feedback.ts'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { useRuleSettings } from '../../shared/rule-settings.ts'
import { reviewTexts } from '../reviews/texts.ts'
import { contestTexts } from './contest.texts.ts'

interface ContestFormProps {
  readonly ratingId: string
  readonly onClose: () => void
}

/** Contests a rating received; says first what happens. @rule Q-136 */
export function ContestRatingForm({ ratingId, onClose }: ContestFormProps) {
  const next = reviewTexts.disputeText(useRuleSettings()?.disputeWorkingDays)
  const { form, pending, submit } = useFormMutation('contestRating', {
    initialValues: { reason: '', message: '' },
    schema: contestRatingBody,
    toInput: (body) => ({ params: { ratingId }, body }),
    invalidates: ['ratings'],
    ...disputeFeedback(next),
    onSuccess: onClose,
  })
  return (
    <Form label={contestTexts.title} onSubmit={submit} errorCount={form.errorCount}>
      <p className="text-sm text-muted">{`${next} ${contestTexts.beforeSending}`}</p>
      <DisputeFields reason={bindField(form, 'reason')} message={bindField(form, 'message')} />
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={pending}>
          {reviewTexts.disputeSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** The answer of the business to a contest. @rule Q-136 */
export function AnswerContestForm({ ratingId, onClose }: ContestFormProps) {
  const { form, pending, submit } = useFormMutation('answerContest', {
    initialValues: { message: '' },
    schema: statementBody,
    toInput: (body) => ({ params: { ratingId }, body }),
    invalidates: ['ratings'],
    successToast: { title: contestTexts.answerSent },
    onSuccess: onClose,
    failureText: contestTexts.answerFailed,
  })
  return (
    <Form label={contestTexts.answerTitle} onSubmit={submit} errorCount={form.errorCount}>
      <TextArea
        label={contestTexts.answerLabel}
        hint={contestTexts.answerHint}
        maxLength={textLengths.disputeStatement.max}
        required
        {...bindField(form, 'message')}
      />
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={pending}>
          {contestTexts.answerSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}
