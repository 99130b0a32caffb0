import { z } from 'zod'
import { measure, type AppealOutcome, type Measure } from '../../../contract/appeals.ts'
import { text } from '../../../contract/fields.ts'
import { complain, showToast } from '../../components/toast.ts'
import { useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { appealPanel: words } = texts
const ruling = z.strictObject({ reason: text(10, 1000), measure })

/** An appeal being decided. */
export const useAppealDecision = (
  decisionId: string,
  { outcome, usual }: { readonly outcome: AppealOutcome; readonly usual: Measure },
  onDone: () => void,
) => {
  const form = useForm({ reason: '', measure: usual }, ruling, (values) => values)
  const deciding = useWrite('decideAppeal', {
    refreshes: ['moderation', 'reviews', 'businesses'],
    onDone: () => {
      showToast({ title: words.done })
      onDone()
    },
    onRefused: (error) => {
      form.refuse(error)
      complain(said(error, words.failed))
    },
  })
  return {
    form,
    pending: deciding.isPending,
    submit: () => form.whenSound((body) => deciding.mutate({ params: { decisionId }, body: { outcome, ...body } })),
  }
}

export const useTakeAppeal = (decisionId: string) => {
  const taking = useWrite('takeAppeal', {
    refreshes: ['moderation'],
    onDone: () => showToast({ title: words.taken }),
    onRefused: (error) => complain(said(error, words.failed)),
  })
  return { pending: taking.isPending, take: () => taking.mutate({ params: { decisionId } }) }
}
