import { openDisputeBody } from '../../../contract/flags-disputes.ts'
import { showToast } from '../../components/toast.ts'
import { useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { reviews: words } = texts
const blank = { reason: '', message: '', evidenceUrls: '' }
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A dispute being written. */
export const useDisputeForm = (reviewId: string, onSent: () => void) => {
  const form = useForm(blank, openDisputeBody, ({ reason, message, evidenceUrls }) => ({
    reason,
    message,
    evidenceUrls: linesOf(evidenceUrls),
  }))
  const sending = useWrite('openDispute', {
    refreshes: ['reviews'],
    onDone: () => {
      showToast({ title: words.disputeSent, text: words.disputeText })
      onSent()
    },
    onRefused: (error) => {
      form.refuse(error)
      showToast(
        error.code === 'AlreadyDisputed'
          ? { tone: 'bad', title: words.disputeAlready }
          : { tone: 'bad', title: texts.kit.error, text: said(error, words.disputeFailed) },
      )
    },
  })
  return {
    form,
    pending: sending.isPending,
    submit: () => {
      const { reason, message } = form.values
      if (reason === '' || message.trim().length < 20)
        showToast({ tone: 'bad', title: words.disputeMissing, text: words.disputeMissingText })
      const body = form.check()
      if (body !== null) sending.mutate({ params: { id: reviewId }, body })
    },
  }
}
