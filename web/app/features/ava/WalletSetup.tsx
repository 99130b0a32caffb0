import { useQuery } from '@tanstack/react-query'
import { calls } from '../../../contract/calls.ts'
import type { AvaWallet } from '../../../contract/ava.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { bind, useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useUser } from '../../shared/session.ts'
import { isAdmin } from '../../shared/staff.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { AddressInput } from './AddressInput.tsx'
import { avaWallet } from './ava.queries.ts'

const { setup: words } = texts.ava

/** where a business is paid, and from how many AVA on. */
export function WalletSetup() {
  const wallet = useQuery(avaWallet)
  const company = isAdmin(useUser()) ? <TextLink to="/admin-wallet">{texts.companyWallet.link}</TextLink> : undefined
  return (
    <Card title={words.title} action={company}>
      <p className="mb-4 max-w-prose text-sm text-muted">{words.intro}</p>
      <Loaded query={wallet} rows={2}>
        {(known) => <SetupForm key={known.id} wallet={known} />}
      </Loaded>
    </Card>
  )
}

function SetupForm({ wallet: { id, publicWalletAddress, payoutThreshold } }: { readonly wallet: AvaWallet }) {
  const form = useForm(
    { publicWalletAddress: publicWalletAddress ?? '', payoutThreshold: String(payoutThreshold) },
    calls.configureWallet.body,
    (values) => ({ ...values, payoutThreshold: Number(values.payoutThreshold) }),
  )
  const saving = useWrite('configureWallet', {
    refreshes: ['ava'],
    onDone: () => showToast({ title: words.saved }),
    onRefused: (error) => {
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  const submit = () => form.whenSound((body) => saving.mutate({ params: { id }, body }))
  return (
    <Form label={words.title} onSubmit={submit} faults={form.faults}>
      <AddressInput {...bind(form, 'publicWalletAddress')} />
      <TextInput
        label={words.threshold}
        hint={words.thresholdHint}
        type="number"
        min={1}
        max={100}
        step={1}
        required
        {...bind(form, 'payoutThreshold')}
      />
      <FormAlert text={form.complaint} />
      <div>
        <Button type="submit" pending={saving.isPending}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}
