import { appealBody } from '../../../contract/appeals.ts'
import { complain, showToast } from '../../components/toast.ts'
import { useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { appeals: words } = texts

/** An appeal being written. */
export const useAppealForm = (decisionId: string, onSent: () => void) => {
  const form = useForm({ reason: '' }, appealBody, (values) => values)
  const sending = useWrite('lodgeAppeal', {
    refreshes: ['reviews'],
    onDone: () => {
      showToast({ title: words.sent, text: words.sentText })
      onSent()
    },
    onRefused: (error) => {
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  return {
    form,
    pending: sending.isPending,
    submit: () => form.whenSound((body) => sending.mutate({ params: { id: decisionId }, body })),
  }
}
