import { affiliateDefaults, createProgrammeBody } from '../../../contract/affiliate.ts'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { bind, given, useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const words = texts.affiliate.programs
const { commissionRate, commissionType, cookieDuration } = affiliateDefaults
const blank = { programName: '', commissionRate: String(commissionRate), description: '' }

/** A-73, V-82 */
export function NewProgramme() {
  const form = useForm(blank, createProgrammeBody, ({ programName, commissionRate: rate, description }) => ({
    programName,
    commissionRate: given(rate) === undefined ? undefined : Number(rate.replace(',', '.')),
    description: given(description),
    commissionType,
    cookieDuration,
  }))
  const creating = useWrite('createProgramme', {
    refreshes: ['affiliate'],
    onDone: () => {
      form.reset()
      showToast({ title: words.created })
    },
    onRefused: (error) => {
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  const submit = () => form.whenSound((body) => creating.mutate({ body }))
  return (
    <Form label={words.formTitle} onSubmit={submit} faults={form.faults}>
      <TextInput label={words.name} required maxLength={80} {...bind(form, 'programName')} />
      <TextInput
        label={words.rate}
        hint={words.rateHint}
        inputMode="decimal"
        required
        {...bind(form, 'commissionRate')}
      />
      <TextArea label={words.description} optional maxLength={500} rows={3} {...bind(form, 'description')} />
      <FormAlert text={form.complaint} />
      <Button type="submit" pending={creating.isPending} pendingText={words.creating}>
        {words.create}
      </Button>
    </Form>
  )
}
