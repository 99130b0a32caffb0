import { openDisputeBody } from '../../../contract/flags-disputes.ts'
import { complain, showToast } from '../../components/toast.ts'
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
      const already = error.code === 'AlreadyDisputed'
      const why = already ? words.disputeAlready : said(error, words.disputeFailed)
      form.refuse(error, why)
      if (already) showToast({ tone: 'bad', title: why })
      else complain(why)
    },
  })
  return {
    form,
    pending: sending.isPending,
    submit: () => {
      const { reason, message } = form.values
      if (reason === '' || message.trim().length < 20)
        showToast({ tone: 'bad', title: words.disputeMissing, text: words.disputeMissingText })
      form.whenSound((body) => sending.mutate({ params: { id: reviewId }, body }))
    },
  }
}
