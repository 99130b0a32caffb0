import { Gavel } from 'lucide-react'
import { useState } from 'react'
import { type DisputeReason, openDisputeBody } from '../../../contract/reviews/flags-and-disputes.ts'
import { httpsUrl } from '../../../contract/fields.ts'
import { maxEvidenceUrls } from '../../../contract/reviews/reviews.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { DisputeFields } from '../../components/dispute-fields.tsx'
import { TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { disputeFeedback } from '../../shared/dispute-feedback.ts'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { useRuleSettings } from '../../shared/rule-settings.ts'
import { disputeTexts, reviewTexts } from './texts.ts'

/** Suggestions of evidence for the chosen reason; empty while none is chosen. */
function EvidenceHints({ reason }: { readonly reason: string }) {
  return (
    <div aria-live="polite">
      {isDisputeReason(reason) && (
        <div className="grid gap-1.5 rounded-control bg-sunken p-3 text-sm">
          <p className="font-medium">{disputeTexts.evidenceAdviceTitle}</p>
          <ul className="grid list-disc gap-1 pl-5">
            {disputeTexts.evidenceAdvice[reason].map((suggestion) => (
              <li key={suggestion}>{suggestion}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const isDisputeReason = (reason: string): reason is DisputeReason => Object.hasOwn(disputeTexts.evidenceAdvice, reason)

/** One address per line. */
const maxEvidenceLength = maxEvidenceUrls * ((httpsUrl.maxLength ?? 0) + 1)

const blankDispute = { reason: '', message: '', evidenceUrls: '' }
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Button and dialog for disputing a review. @rule R-75 */
export function DisputeReviewDialog({ reviewId }: { readonly reviewId: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const workingDays = useRuleSettings()?.disputeWorkingDays
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        <Gavel aria-hidden="true" className="size-4" />
        {reviewTexts.dispute}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={reviewTexts.disputeTitle}
        description={reviewTexts.disputeText(workingDays)}
      >
        <DisputeForm reviewId={reviewId} onClose={close} />
      </Dialog>
    </>
  )
}

function DisputeForm({ reviewId, onClose }: { readonly reviewId: string; readonly onClose: () => void }) {
  const workingDays = useRuleSettings()?.disputeWorkingDays
  const { form, pending, submit } = useFormMutation('openDispute', {
    initialValues: blankDispute,
    schema: openDisputeBody,
    toBody: (values) => ({ ...values, evidenceUrls: linesOf(values.evidenceUrls) }),
    toInput: (body) => ({ params: { id: reviewId }, body }),
    invalidates: ['reviews'],
    ...disputeFeedback(reviewTexts.disputeText(workingDays)),
    onSuccess: onClose,
  })
  const evidenceInvalid = form.errorOf('evidenceUrls') !== undefined
  return (
    <Form label={reviewTexts.disputeTitle} onSubmit={submit} errorCount={form.errorCount}>
      <DisputeFields reason={bindField(form, 'reason')} message={bindField(form, 'message')}>
        <EvidenceHints reason={form.values.reason} />
      </DisputeFields>
      <TextArea
        label={reviewTexts.disputeEvidence}
        hint={reviewTexts.disputeEvidenceHint}
        maxLength={maxEvidenceLength}
        hideCount
        rows={2}
        optional
        {...bindField(form, 'evidenceUrls')}
        error={evidenceInvalid ? reviewTexts.disputeEvidenceInvalid : undefined}
      />
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={pending}>
          {reviewTexts.disputeSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}
