import { appealSanctionBody } from '../../../contract/conduct.ts'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { bind, useForm } from '../../shared/form.ts'
import { longDate } from '../../shared/format.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { conduct: words } = texts

interface AppealFormProps {
  readonly sanctionId: string
  readonly until: string
}

/** V-59: once. */
export function AppealForm({ sanctionId, until }: AppealFormProps) {
  const form = useForm({ appealReason: '' }, appealSanctionBody, (values) => values)
  const appealing = useWrite('appealSanction', {
    refreshes: ['conduct'],
    onDone: () => showToast({ title: words.appealSent }),
    onRefused: (error) => {
      const why = said(error, words.appealFailed)
      form.refuse(error, why)
      complain(why)
    },
  })
  const submit = () => form.whenSound((body) => appealing.mutate({ params: { id: sanctionId }, body }))
  return (
    <Form label={words.appealTitle} onSubmit={submit} faults={form.faults}>
      <p className="text-sm text-muted">{words.appealUntil(longDate(until))}</p>
      <TextArea label={words.appealLabel} maxLength={1000} {...bind(form, 'appealReason')} />
      <FormAlert text={form.complaint} />
      <div>
        <Button type="submit" pending={appealing.isPending}>
          {words.appealSend}
        </Button>
      </div>
    </Form>
  )
}
