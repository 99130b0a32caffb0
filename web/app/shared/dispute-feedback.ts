import { textLengths } from '../../contract/reviews/lengths.ts'
import { reviewTexts } from '../features/reviews/texts.ts'
import { errorToast, type Toast } from '../toasts.ts'
import { type ApiError, errorMessage } from './api-error.ts'

const isAlreadyDisputed = ({ code }: ApiError) => code === 'AlreadyDisputed' || code === 'AlreadyContested'

/** Toasts and messages of a form that disputes a review or contests a rating; `text` tells what happens next. */
export const disputeFeedback = (text: string) => ({
  incompleteToast: ({ reason, message }: { readonly reason: string; readonly message: string }): Toast | undefined =>
    reason === '' || message.trim().length < textLengths.disputeMessage.min
      ? { tone: 'bad', title: reviewTexts.disputeMissing, text: reviewTexts.disputeMissingText }
      : undefined,
  successToast: { title: reviewTexts.disputeSent, text },
  failureText: (error: ApiError) =>
    isAlreadyDisputed(error) ? reviewTexts.disputeAlready : errorMessage(error, reviewTexts.disputeFailed),
  failureToast: (message: string, error: ApiError): Toast =>
    isAlreadyDisputed(error) ? { tone: 'bad', title: message } : errorToast(message),
})
