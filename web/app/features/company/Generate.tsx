import { useState } from 'react'
import { calls } from '../../../contract/calls.ts'
import type { GeneratedWallet } from '../../../contract/company-wallet.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { PasswordInput } from '../../components/PasswordInput.tsx'
import { complain } from '../../components/toast.ts'
import { bind, useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { texts } from '../../texts.ts'
import { useGenerate } from './generating.ts'

const { companyWallet: words, kit } = texts

/** with the password, asked for again. */
export function Generate({ onGenerated }: { readonly onGenerated: (wallet: GeneratedWallet) => void }) {
  const [asked, ask] = useState(false)
  const form = useForm({ password: '' }, calls.generateWallet.body, (values) => values)
  const making = useGenerate({
    onGenerated,
    onRefused: (error) => {
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  const close = () => {
    form.reset()
    ask(false)
  }
  const submit = () => form.whenSound((body) => making.generate(body.password))
  return (
    <>
      <Button onClick={() => ask(true)}>{words.generate}</Button>
      <Dialog open={asked} onClose={close} title={words.generate} description={words.generateIntro}>
        <Form label={words.generate} onSubmit={submit} faults={form.faults}>
          <PasswordInput label={words.password} autoComplete="current-password" required {...bind(form, 'password')} />
          <FormAlert text={form.complaint} />
          <DialogActions>
            <Button look="secondary" onClick={close}>
              {kit.cancel}
            </Button>
            <Button type="submit" pending={making.pending}>
              {words.confirm}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  )
}
