import { Gavel } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Select } from '../../components/Select.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { bind } from '../../shared/form.ts'
import { texts } from '../../texts.ts'
import { useDisputeForm } from './dispute-form.ts'
import { ProofList } from './ProofList.tsx'

const { reviews: words } = texts
const reasons = Object.entries(words.disputeReasons).map(([value, label]) => ({ value, label }))

/** */
export function DisputeReview({ reviewId }: { readonly reviewId: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="quiet" small onClick={() => setOpen(true)}>
        <Gavel aria-hidden="true" className="size-4" />
        {words.dispute}
      </Button>
      <Dialog open={open} onClose={close} title={words.disputeTitle} description={words.disputeText}>
        <DisputeForm reviewId={reviewId} onClose={close} />
      </Dialog>
    </>
  )
}

function DisputeForm({ reviewId, onClose }: { readonly reviewId: string; readonly onClose: () => void }) {
  const { form, pending, submit } = useDisputeForm(reviewId, onClose)
  const badEvidence = form.errorOf('evidenceUrls') !== undefined
  return (
    <Form label={words.disputeTitle} onSubmit={submit} faults={form.faults}>
      <Select
        label={words.disputeReason}
        choices={reasons}
        placeholder={words.flagReasonPlaceholder}
        required
        {...bind(form, 'reason')}
      />
      <ProofList reason={form.values.reason} />
      <TextArea
        label={words.disputeMessage}
        hint={words.disputeMessageHint}
        maxLength={2000}
        required
        {...bind(form, 'message')}
      />
      <TextArea
        label={words.disputeEvidence}
        hint={words.disputeEvidenceHint}
        maxLength={10_000}
        uncounted
        rows={2}
        optional
        {...bind(form, 'evidenceUrls')}
        error={badEvidence ? words.disputeEvidenceInvalid : undefined}
      />
      <FormAlert text={form.complaint} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.kit.cancel}
        </Button>
        <Button type="submit" pending={pending}>
          {words.disputeSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}
