import type { ComponentProps, ReactNode } from 'react'
import { textLengths } from '../../contract/reviews/lengths.ts'
import { reviewTexts } from '../features/reviews/texts.ts'
import { Select, TextArea } from './form-controls.tsx'

/** What `bindField` gives. */
type BoundProps = 'name' | 'value' | 'error' | 'onChange'

interface DisputeFieldsProps {
  readonly reason: Pick<ComponentProps<typeof Select>, BoundProps>
  readonly message: Pick<ComponentProps<typeof TextArea>, BoundProps>
  /** Shown between reason and explanation. */
  readonly children?: ReactNode
}

/** Reason and explanation, for disputes of reviews and contests of ratings. @rule V-47 @rule V-48 */
export function DisputeFields({ reason, message, children }: DisputeFieldsProps) {
  return (
    <>
      <Select
        label={reviewTexts.disputeReason}
        options={reasonOptions}
        placeholder={reviewTexts.flagReasonPlaceholder}
        required
        {...reason}
      />
      {children}
      <TextArea
        label={reviewTexts.disputeMessage}
        hint={reviewTexts.disputeMessageHint}
        maxLength={textLengths.disputeMessage.max}
        required
        {...message}
      />
    </>
  )
}

const reasonOptions = Object.entries(reviewTexts.disputeReasons).map(([value, label]) => ({ value, label }))
