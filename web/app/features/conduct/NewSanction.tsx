import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { imposeSanctionBody, sanctionReasons, severities } from '../../../contract/conduct.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Select } from '../../components/Select.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { bind, given, useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { AccountPicker, type Picked } from './AccountPicker.tsx'

const { conduct } = texts
const { console: words } = conduct
const reasons = sanctionReasons.map((value) => ({ value, label: conduct.reasons[value] }))
const steps = severities.map((value) => ({ value, label: conduct.severities[value] }))
const blank = { reason: 'POLICY_VIOLATION', severity: 'LOW', description: '' }

/** By hand, beside the ladder. */
export function NewSanction() {
  const [asked, ask] = useSearchParams()
  const named = asked.get('account') ?? ''
  const { state } = useLocation() as { readonly state: { readonly sanctioned?: string | null } | null }
  const author = named === '' ? null : { id: named, name: state?.sanctioned ?? words.id(named) }
  const [open, setOpen] = useState(named !== '')
  const close = () => {
    setOpen(false)
    if (named !== '') ask({ view: 'sanctions' }, { replace: true })
  }
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{words.newSanction}</Button>
      {open && <SanctionDialog author={author} onClose={close} />}
    </div>
  )
}

interface SanctionDialogProps {
  /** Known where a review of theirs led here. */
  readonly author: Picked | null
  readonly onClose: () => void
}

function SanctionDialog({ author, onClose }: SanctionDialogProps) {
  const [person, setPerson] = useState(author)
  const form = useForm({ ...blank, userId: author?.id ?? '' }, imposeSanctionBody, (values) => ({
    ...values,
    description: given(values.description),
  }))
  const imposing = useWrite('imposeSanction', {
    refreshes: ['moderation'],
    onDone: () => {
      showToast({ title: words.imposed })
      onClose()
    },
    onRefused: (error) => {
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  const choose = (picked: Picked | null) => {
    setPerson(picked)
    form.set('userId', picked?.id ?? '')
  }
  const submit = () => form.whenSound((body) => imposing.mutate({ body }))
  return (
    <Dialog open onClose={onClose} title={words.newSanction} description={words.newText}>
      <Form label={words.newSanction} onSubmit={submit} faults={form.faults}>
        <AccountPicker chosen={person} onChoose={choose} error={form.errorOf('userId') && words.accountMissing} />
        <Select label={words.reason} choices={reasons} {...bind(form, 'reason')} />
        <Select label={words.severity} choices={steps} {...bind(form, 'severity')} />
        <TextArea label={words.description} maxLength={2000} optional {...bind(form, 'description')} />
        <FormAlert text={form.complaint} />
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            {texts.kit.cancel}
          </Button>
          <Button type="submit" look="danger" pending={imposing.isPending}>
            {words.impose}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
